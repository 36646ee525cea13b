package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether a file system is fit for a store. On one of a network, neither locks nor mapped pages
 * tell what processes on other machines do. Stateless; any thread.
 */
enum FileSystemKind {
  /** Of this machine, or of a kind that nothing is known of. */
  LOCAL,
  /** Passed through to a virtual machine, where that can be seen; all is well in one machine. */
  PASSED_THROUGH,
  /** Of a network. */
  NETWORK;

  /** With the value {@code allow} a store is opened on a network all the same. */
  static final String PROPERTY = "vitrine.network.files";

  private static final Set<String> OF_NETWORKS =
      Set.of(
          "nfs",
          "nfs3",
          "nfs4",
          "cifs",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "afs",
          "afpfs",
          "webdav",
          "davfs",
          "davfs2",
          "ncpfs",
          "ceph",
          "glusterfs",
          "lustre",
          "beegfs",
          "gpfs",
          "orangefs",
          "sshfs",
          "s3fs",
          "gcsfuse",
          "rclone",
          "cephfs",
          "moosefs",
          "juicefs");

  private static final Set<String> OF_HOSTS =
      Set.of("9p", "virtiofs", "vboxsf", "vmhgfs", "prl_fs");

  /** For so long a folder is taken for what it was: to mount something else there takes more. */
  private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The local folder that was looked at last. To tell the type of its file system, the system lists
   * all that is mounted, which takes a quarter of the time of opening a store.
   */
  private static volatile @Nullable Known known;

  /**
   * A folder. Devices without a disk behind them get each other's numbers, but not so its own, too.
   *
   * @param identity numbers of its device and its own
   * @param since when it was looked at, by System.nanoTime
   */
  private record Known(Object identity, long since) {}

  /** Judges by the type that the system tells, such as {@code ext4} or {@code fuse.sshfs}. */
  static FileSystemKind of(String type) {
    String name = type.toLowerCase(Locale.ROOT);
    for (String wrapper : new String[] {"fuse.", "fuseblk.", "osxfuse.", "macfuse."}) {
      if (name.startsWith(wrapper)) {
        name = name.substring(wrapper.length());
      }
    }
    if (name.endsWith("-fuse")) {
      name = name.substring(0, name.length() - "-fuse".length());
    }
    if (OF_NETWORKS.contains(name)) {
      return NETWORK;
    }
    return OF_HOSTS.contains(name) ? PASSED_THROUGH : LOCAL;
  }

  /**
   * Refuses a folder on a file system of a network, and warns of one that may be.
   *
   * @param found what was told of it just now; null for nothing
   * @throws StoreException if it is one, and that is not allowed
   */
  static void check(Path folder, @Nullable BasicFileAttributes found) {
    String type;
    Object identity;
    try {
      var told = found == null ? Files.readAttributes(folder, BasicFileAttributes.class) : found;
      identity = told.fileKey();
      if (isKnown(identity)) {
        return;
      }
      type = Files.getFileStore(folder).type();
    } catch (IOException e) {
      return; // the system does not tell
    }
    check(folder, type, System.getProperty(PROPERTY, ""));
    if (of(type) == LOCAL && identity != null) {
      known = new Known(identity, System.nanoTime());
    }
  }

  private static boolean isKnown(@Nullable Object identity) {
    Known last = known;
    return last != null
        && last.identity.equals(identity)
        && System.nanoTime() - last.since < KNOWN_NANOS;
  }

  static void check(Path folder, String type, String allowance) {
    FileSystemKind kind = of(type);
    if (kind == LOCAL || (kind == NETWORK && allowance.equals("allow"))) {
      return;
    }
    String what = folder + ": lies on a file system of type " + type;
    if (kind == NETWORK) {
      throw new StoreException(
          what
              + ", which other machines may change unseen; put the store on a local disk, or start"
              + " the JVM with -D"
              + PROPERTY
              + "=allow if one machine alone uses it");
    }
    System.getLogger(FileSystemKind.class.getName())
        .log(System.Logger.Level.WARNING, what + "; open the store on one machine only");
  }
}
