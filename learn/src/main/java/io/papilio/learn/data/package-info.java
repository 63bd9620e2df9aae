/**
 * Examples: where they come from, who reads them, and how they lie in memory.
 *
 * <pre>
 *   Source         where rows come from: each worker reads its own
 *     FileSource     files: DataReader, by the SplitPlan; a stream is dealt out
 *     DataCache      the same rows without parsing, the next time (RowsCache)
 *     RowsInMemory   those of a program, and made-up ones
 *   DataReader     files (Inputs) -> texts of whole lines (Split, Blocks) -> Pipeline -> rows
 *   RowParser      a line -> a row: LibsvmParser, VwParser, CsvParser; IdxReader: images -> rows
 *   SparseRows     a block of rows; Shard: a worker's own blocks
 *   Report         what was found in each input; Census: what all workers know of all rows
 *   Labels         what the file calls the classes
 * </pre>
 *
 * Parsers stay here beside the reader: they share texts, features and errors with it, and nobody
 * else needs to see them.
 */
package io.papilio.learn.data;
