/**
 * The formats that rows are read from: what makes a row of a line, and rows of images.
 *
 * <pre>
 *   Format       LIBSVM, VW, CSV or IDX, by the name or the first line; Compression around it
 *   Head         how a file begins: which format, which columns; it makes the parsers
 *   RowParser    a line -&gt; a row: LibsvmParser, VwParser, CsvParser; numbers by NumberParser
 *   LineReader   lines of somebody else, such as Spark -&gt; rows
 *   IdxReader    images -&gt; rows
 * </pre>
 *
 * A new format of lines is a parser, a line in {@link io.papilio.learn.data.format.Format} and one
 * in {@link io.papilio.learn.data.format.Head}.
 */
package io.papilio.learn.data.format;
