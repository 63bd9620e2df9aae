# For ../papilio and ../bench/start: the array jvm_options.
#
# A collector that leaves running threads alone, unless the user names one; and large pages where
# Linux has them on request, for rows are read in random order. Next to the JVM's own choice L-BFGS
# on 2 threads took 0.74 of the time, SGD 0.79 (docs/performance.md).
jvm_options=()
case "${PAPILIO_JAVA_OPTS:-} ${JDK_JAVA_OPTIONS:-} ${JAVA_TOOL_OPTIONS:-}" in
  *GC*) ;;
  *) jvm_options+=(-XX:+UseParallelGC) ;;
esac
pages=/sys/kernel/mm/transparent_hugepage/enabled
if [ -r "$pages" ] && ! grep -q '\[never\]' "$pages"; then
  jvm_options+=(-XX:+UseTransparentHugePages)
fi
unset pages
