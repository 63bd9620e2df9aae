package io.papilio.runtime.transport;

/** The primitive types a message can carry. */
public enum ElementType {
  FLOAT(Float.BYTES),
  DOUBLE(Double.BYTES),
  INT(Integer.BYTES),
  LONG(Long.BYTES),
  /** For what protocols say to each other; collectives do not reduce bytes. */
  BYTE(Byte.BYTES);

  private final int bytes;

  ElementType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  /** A new array of {@code length} zeros. */
  Object newArray(int length) {
    return switch (this) {
      case FLOAT -> new float[length];
      case DOUBLE -> new double[length];
      case INT -> new int[length];
      case LONG -> new long[length];
      case BYTE -> new byte[length];
    };
  }
}
