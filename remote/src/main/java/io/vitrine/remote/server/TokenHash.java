package io.vitrine.remote.server;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A token that is not kept, only recognized, by the SHA-256 of salt and token. Immutable. */
final class TokenHash {
  private static final String PREFIX = "sha256:";
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;

  private final byte[] salt;
  private final byte[] hash;

  private TokenHash(byte[] salt, byte[] hash) {
    this.salt = salt;
    this.hash = hash;
  }

  static TokenHash of(byte[] token) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new TokenHash(salt, hash(salt, token));
  }

  /** Reads {@code sha256:SALT:HASH}. */
  static TokenHash parse(String text) {
    String[] parts = text.split(":", -1);
    try {
      if (parts.length == 3 && text.startsWith(PREFIX)) {
        byte[] hash = HexFormat.of().parseHex(parts[2]);
        if (hash.length == HASH_BYTES) {
          return new TokenHash(HexFormat.of().parseHex(parts[1]), hash);
        }
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "token is no hash of one, expected sha256:SALT:HASH as vitrine token prints it");
  }

  /** Compares in a time that tells nothing of where the difference is. */
  boolean isOf(byte[] token) {
    return MessageDigest.isEqual(hash, hash(salt, token));
  }

  private static byte[] hash(byte[] salt, byte[] token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      return digest.digest(token);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return PREFIX + HexFormat.of().formatHex(salt) + ":" + HexFormat.of().formatHex(hash);
  }
}
