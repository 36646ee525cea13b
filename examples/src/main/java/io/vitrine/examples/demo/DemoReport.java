package io.vitrine.examples.demo;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Prints what a run found. For one thread. */
final class DemoReport {
  private static final int BUSIEST = 10;
  private static final int NAME_CHARS = 44;

  private final PrintWriter out;

  DemoReport(PrintWriter out) {
    this.out = out;
  }

  void print(DemoResult result) {
    busiest(result);
    out.println();
    figures(result);
    out.println();
    for (String difference : result.differences()) {
      out.printf(Locale.ROOT, "differs: %s%n", difference);
    }
    out.printf(Locale.ROOT, "%s in %.1f s%n", result.passed() ? "PASS" : "FAIL", result.seconds());
    out.flush();
  }

  private void busiest(DemoResult result) {
    out.println();
    out.printf(
        Locale.ROOT,
        "%-50s %10s %10s %10s  %s%n",
        "The busiest airports",
        "departures",
        "mean delay",
        "worst",
        "last flight");
    List<AirportStats> airports =
        result.airports().values().stream()
            .sorted(
                Comparator.comparingLong(AirportStats::departures)
                    .reversed()
                    .thenComparing(AirportStats::iata))
            .limit(BUSIEST)
            .toList();
    for (int i = 0; i < airports.size(); i++) {
      AirportStats airport = airports.get(i);
      out.printf(
          Locale.ROOT,
          "%2d  %s  %-42s %,10d %6.1f min %6d min  %s%n",
          i + 1,
          airport.iata(),
          place(airport),
          airport.departures(),
          airport.meanDelay(),
          airport.worstDelay(),
          airport.lastFlight());
    }
  }

  private static String place(AirportStats airport) {
    String place = airport.name() + ", " + airport.city();
    return place.length() < NAME_CHARS - 1 ? place : place.substring(0, NAME_CHARS - 3) + "…";
  }

  private void figures(DemoResult result) {
    DemoResult.Late late = result.late();
    out.printf(
        Locale.ROOT,
        "updates       %,9d  %,9.0f a second, by two processes, one of them killed%n",
        result.updates(),
        result.updates() / result.updateSeconds());
    out.printf(
        Locale.ROOT,
        "events        %,9d  %,9.0f a second, %s%n",
        result.events(),
        result.events() / result.eventSeconds(),
        result.wrongEvents() == 0
            ? "no gap and no duplicate"
            : String.format(Locale.ROOT, "%,d gaps or duplicates", result.wrongEvents()));
    out.printf(
        Locale.ROOT,
        "  thereof     %,9d  told later: made before the watcher was back%n",
        result.missedEvents());
    out.printf(Locale.ROOT, "  put to event           %s%n", percentiles(result.delays()));
    out.printf(
        Locale.ROOT,
        "late airports %,9d  mean delay over %.0f min; %,d events in %,d pages%n",
        late.airports(),
        late.thresholdMinutes(),
        late.items(),
        late.pages());
    out.printf(Locale.ROOT, "  put to event           %s%n", percentiles(late.delays()));
    out.printf(
        Locale.ROOT,
        "taken over    %,9d  segments, from the killed replayer%n",
        result.takeovers());
  }

  private static String percentiles(Histogram delays) {
    return String.format(
        Locale.ROOT,
        "p50 %s, p90 %s, p99 %s, max %s",
        delay(delays.getValueAtPercentile(50)),
        delay(delays.getValueAtPercentile(90)),
        delay(delays.getValueAtPercentile(99)),
        delay(delays.getMaxValue()));
  }

  private static String delay(long nanos) {
    return nanos < 10_000_000
        ? String.format(Locale.ROOT, "%,d µs", nanos / 1_000)
        : String.format(Locale.ROOT, "%,d ms", nanos / 1_000_000);
  }
}
