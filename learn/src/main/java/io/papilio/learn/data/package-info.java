/**
 * Examples: where they come from, and how they lie in memory.
 *
 * <pre>
 *   Source        where rows come from: each worker reads its own. Here those of a program, and
 *                 made-up ones; files are in .read, and kept ready in .cache
 *   RowBlock      some rows, in memory (SparseRows) or where they can be read again
 *   Shard         a worker's own blocks
 *   Features      how features get their indices; Labels: what the file calls the classes
 *   Report        what was found in each input; Census: what all workers know of all rows
 * </pre>
 *
 * Rooms around it, each of which knows those to its right only:
 *
 * <pre>
 *   cache  -&gt;  read  -&gt;  format  -&gt;  here  &lt;-  generate, write
 *   kept       files     lines,      rows      made-up rows, rows to files
 *              to rows   images
 * </pre>
 */
package io.papilio.learn.data;
