package io.vitrine.torture.subscribe;

import io.vitrine.collections.Overflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a subscriber is like. Immutable.
 *
 * @param number tells it from the others
 * @param home where it lives
 * @param path the map, set or list
 * @param filter what it begins with
 * @param overflow what it wants when it is slow
 * @param switches whether it changes its filter; then it has one life only
 * @param sticks whether it stops asking for a while
 */
record Role(
    int number,
    Home home,
    String path,
    NamedFilter filter,
    Overflow overflow,
    boolean switches,
    boolean sticks) {
  /** How many turns through all homes watch maps; then a set and twice a list have theirs. */
  private static final int MAP_TURNS = 5;

  /** Turns of maps besides, in which all homes stick with the same choice, each of these once. */
  private static final List<Overflow> STUCK_TURNS = List.of(Overflow.EVERY, Overflow.DISCONNECT);

  /** How many turns there are before those. */
  private static final int TURNS = 10;

  /** Turns in which filters are changed: of a map, a set and a list. */
  private static final Set<Integer> SWITCHING_TURNS = Set.of(3, 8, 9);

  /** Where subscribers live. */
  enum Home {
    EMBEDDED,
    OTHER_JVM,
    TEXT,
    BINARY
  }

  /** Whether it is told by a server. */
  boolean isFar() {
    return home == Home.TEXT || home == Home.BINARY;
  }

  String file() {
    return String.format(
        Locale.ROOT,
        "%02d-%s%s-%s-%s%s%s",
        number,
        home,
        path.replace('/', '-'),
        filter,
        overflow,
        switches ? "-switching" : "",
        sticks ? "-sticking" : "");
  }

  /** Whether its filter, which runs where it lives, sees changes that are joined already. */
  boolean siftsJoined() {
    boolean lambda = filter == NamedFilter.ODD || filter == NamedFilter.EVEN;
    return lambda && overflow == Overflow.LATEST && isFar();
  }

  private static Role stuck(int number, Home home, Overflow overflow) {
    return new Role(number, home, Places.WILD, NamedFilter.ALL, overflow, false, true);
  }

  /** Of all kinds, some many; the order mixes what they are like. */
  static List<Role> some(int many) {
    var roles = new ArrayList<Role>();
    List<Home> homes = List.of(Home.values());
    List<Overflow> choices = List.of(Overflow.values());
    List<NamedFilter> filters = List.of(NamedFilter.values());
    for (int i = 0; i < many; i++) {
      Home home = homes.get(i % homes.size());
      int turn = i / 4;
      if (turn >= TURNS && turn < TURNS + STUCK_TURNS.size()) {
        roles.add(stuck(i, home, STUCK_TURNS.get(turn - TURNS)));
        continue;
      }
      boolean switches = SWITCHING_TURNS.contains(turn) && home != Home.OTHER_JVM;
      Overflow overflow = switches ? Overflow.EVERY : choices.get((turn + i % 4) % choices.size());
      NamedFilter filter = filters.get((turn + i) % filters.size());
      if (switches) { // at the server, and from text at the client
        filter = home == Home.TEXT ? NamedFilter.ODD : NamedFilter.BIG;
      }
      // A map that is never cleared shows where the filter is changed.
      String path = turn % 2 == 1 ? Places.CALM : Places.WILD;
      if (turn >= MAP_TURNS) {
        path = (turn - MAP_TURNS) % 3 == 0 ? Places.SET : Places.LIST;
      }
      boolean sticks = turn == 2 || turn == 4 || turn == 7;
      roles.add(new Role(i, home, path, filter, overflow, switches, sticks));
    }
    return roles;
  }
}
