package io.vitrine.bench.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every function of every system hashes keys of every form, and the same bytes equally. */
class HashCallsTest {
  private static final int[] LENGTHS = {4, 16, 300};

  /** Forms of text whose UTF-16 units others hash, and ours their UTF-8. */
  private static final Set<HashForm> UNITS =
      EnumSet.of(HashForm.STRING, HashForm.STRING_16, HashForm.STRING_UTF16);

  @ParameterizedTest
  @EnumSource
  void peers_hashTheSameBytesEqually(HashForm form) throws IOException {
    for (String function : form.functions(false)) {
      for (int length : LENGTHS) {
        long own = sum(HashForm.peers(function).getFirst(), function, form, length);
        for (Peer peer : HashForm.peers(function)) {
          long other = sum(peer, function, form, length);
          if (!UNITS.contains(form)) {
            assertEquals(own, other, () -> function + " of " + peer + ", " + length);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STRING", "STRING_LATIN1"}) // Arrays.hashCode begins with 1.
  void vectorized31_isThatOfTheLoop(HashForm form) throws IOException {
    for (int length : LENGTHS) {
      long loop = sum(Peer.JDK, "loop31", form, length);
      assertEquals(loop, sum(Peer.JDK, "vector31", form, length), () -> form + ", " + length);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SEGMENT", "SEGMENT_HEAP", "SEGMENT_MAPPED"})
  void segments_haveTheBytesOfArrays(HashForm form) throws IOException {
    for (int length : LENGTHS) {
      long expected = sum(Peer.VITRINE, "xxh3", HashForm.BYTES, length);
      assertEquals(expected, sum(Peer.VITRINE, "xxh3", form, length), () -> form + ", " + length);
    }
  }

  private static long sum(Peer peer, String function, HashForm form, int length)
      throws IOException {
    var calls = new HashCalls();
    calls.peer = peer.label();
    calls.function = function;
    calls.form = form.name();
    calls.lengths = String.valueOf(length);
    calls.make();
    calls.next();
    return calls.hash();
  }
}
