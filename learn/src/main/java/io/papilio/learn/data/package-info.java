/**
 * Examples: how they are read, kept, written and made.
 *
 * <pre>
 *   Inputs         names -> files
 *   DataReader     files -> texts of whole lines (Split, Blocks) -> Pipeline -> blocks of rows
 *   DataCache      the same rows without parsing, the next time
 *   RowParser      a line -> a row: LibsvmParser, VwParser, CsvParser
 *   IdxReader      images -> rows
 *   Images         in memory; Patches: parts of them as rows
 *   SparseRows     a block of rows; Shard: a worker's part of all blocks
 *   Labels         what the file calls the two classes
 * </pre>
 */
package io.papilio.learn.data;
