/**
 * From files to rows, on all cores, and each worker its own.
 *
 * <pre>
 *   FileSource   files as a source; a stream is dealt out by the one worker that can read it
 *   Inputs       names, folders, patterns -&gt; files
 *   SplitPlan    files -&gt; who reads which part
 *   DataReader   files -&gt; texts of whole lines (Split, Blocks) -&gt; Pipeline -&gt; rows
 * </pre>
 */
package io.papilio.learn.data.read;
