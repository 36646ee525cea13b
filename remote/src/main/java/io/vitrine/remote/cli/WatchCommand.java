package io.vitrine.remote.cli;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.Description;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filter;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import java.io.PrintWriter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the events of a collection until the process is told to stop. */
@Command(
    name = "watch",
    description = {
      "Print what is in a map, set or list, then every change, as YAML lines until Ctrl-C.",
      "For example --filter '!Filter {field: age, op: gt, value: 18}' --select '!Getter {field:"
          + " name}'."
    },
    mixinStandardHelpOptions = true)
final class WatchCommand extends CollectionCommand {
  @Parameters(paramLabel = "PATH", description = "Path of the map, set or list.")
  private String path = "";

  @Option(
      names = "--filter",
      paramLabel = "YAML",
      description = "Only entries or elements that pass.")
  private @Nullable String filter;

  @Option(
      names = "--select",
      paramLabel = "YAML",
      description = "Print what this function makes of an entry or element.")
  private @Nullable String select;

  @Option(
      names = "--from",
      paramLabel = "REV",
      description = "Resume after this revision instead of printing what is there.")
  private @Nullable Long from;

  @Option(names = "--key", paramLabel = "KEY", description = "Only this key of a map, as YAML.")
  private @Nullable String key;

  private @Nullable Shutdown shutdown;

  @Override
  int run(Vitrine vitrine, PrintWriter out) throws Exception {
    var stop = new Shutdown();
    shutdown = stop;
    var printer = new EventPrinter(vitrine.types(), out, stop);
    Subscription<?> subscription = subscribe(vitrine, printer);
    stop.await();
    subscription.cancel();
    printer.awaitEnd();
    Throwable failure = printer.failure();
    if (failure instanceof Exception e) {
      throw e;
    }
    return failure == null ? 0 : 1;
  }

  private Subscription<?> subscribe(Vitrine vitrine, EventPrinter printer) {
    if (Target.isSet(path)) {
      return Target.set(vitrine, path).subscribe(elementOptions(vitrine), printer);
    }
    return Target.isList(path)
        ? Target.list(vitrine, path).subscribe(elementOptions(vitrine), printer)
        : Target.map(vitrine, path).subscribe(options(vitrine), printer);
  }

  private ElementOptions<Object> elementOptions(Vitrine vitrine) {
    if (key != null) {
      throw new UsageException("--key is " + key + ", but " + path + " has no keys; use --filter");
    }
    ElementOptions<Object> options = ElementOptions.all();
    if (filter != null) {
      options = options.withFilter(filter(vitrine.types(), filter));
    }
    if (select != null) {
      options = options.withSelect(function(vitrine.types(), select));
    }
    return from == null ? options : options.withFrom(new Bookmark(0, from));
  }

  @Override
  void closed() {
    if (shutdown != null) {
      shutdown.close();
    }
  }

  private SubscriptionOptions<Object, Object> options(Vitrine vitrine) {
    SubscriptionOptions<Object, Object> options = SubscriptionOptions.all();
    if (filter != null) {
      options = options.withFilter(filter(vitrine.types(), filter));
    }
    if (select != null) {
      options = options.withSelect(function(vitrine.types(), select));
    }
    if (from != null) {
      options = options.withFrom(new Bookmark(0, from));
    }
    Description description = vitrine.describe(path);
    if (key != null && description != null) {
      options =
          options.withKey(Values.ofType(vitrine.types(), "--key", key, description.keyType()));
    }
    return options;
  }

  @SuppressWarnings("unchecked")
  private static Filter<Object> filter(TypeRegistry types, String text) {
    if (types.fromModel(Values.parse("--filter", text)) instanceof Filter<?> found) {
      return (Filter<Object>) found;
    }
    throw new UsageException(
        "--filter is no filter, expected for example !Filter {field: age, op: gt, value: 18}");
  }

  @SuppressWarnings("unchecked")
  private static Function<Object, Object> function(TypeRegistry types, String text) {
    if (types.fromModel(Values.parse("--select", text)) instanceof Function<?, ?> found) {
      return (Function<Object, Object>) found;
    }
    throw new UsageException("--select is no function, expected for example !Getter {field: name}");
  }
}
