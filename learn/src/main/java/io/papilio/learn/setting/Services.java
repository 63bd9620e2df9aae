package io.papilio.learn.setting;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Services of the class path, by name. A search opens every jar, and a training asks many times; so
 * what the context class loader of the last caller has is remembered.
 *
 * @param <T> the type of the services, which have no state
 */
public final class Services<T> {
  private final Class<T> type;
  private final Comparator<T> order;
  private volatile Found<T> last;

  private record Found<T>(ClassLoader loader, List<T> services) {}

  private Services(Class<T> type, Comparator<T> order) {
    this.type = type;
    this.order = order;
  }

  /** Returns the services of a type, which are searched when they are asked for. */
  public static <T> Services<T> of(Class<T> type, Function<T, String> name) {
    return new Services<>(type, Comparator.comparing(name));
  }

  /** Returns all of them by name. */
  public List<T> all() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Found<T> found = last;
    if (found == null || found.loader != loader) {
      found = new Found<>(loader, search(loader));
      last = found;
    }
    return found.services;
  }

  private List<T> search(ClassLoader loader) {
    return ServiceLoader.load(type, loader).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(order)
        .toList();
  }
}
