package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On which file systems a store is opened. */
class FileSystemKindTest {
  private static final Path FOLDER = Path.of("data");

  @Test
  void networksAreRefusedByName() {
    for (String type : List.of("nfs", "NFS4", "cifs", "smb3", "fuse.sshfs", "fuse.glusterfs")) {
      assertEquals(FileSystemKind.NETWORK, FileSystemKind.of(type), type);
      String message =
          assertThrows(StoreException.class, () -> FileSystemKind.check(FOLDER, type, ""), type)
              .getMessage();
      assertTrue(message.contains("data") && message.contains(type), message);
      FileSystemKind.check(FOLDER, type, "allow");
    }
  }

  @Test
  void othersAreNot() {
    for (String type :
        List.of(
            "ext2/ext3",
            "ext4",
            "xfs",
            "btrfs",
            "tmpfs",
            "overlay",
            "zfs",
            "apfs",
            "NTFS",
            "fuse.mergerfs",
            "fuseblk",
            "")) {
      assertEquals(FileSystemKind.LOCAL, FileSystemKind.of(type), type);
      FileSystemKind.check(FOLDER, type, "");
    }
    assertEquals(FileSystemKind.PASSED_THROUGH, FileSystemKind.of("9p"));
    FileSystemKind.check(FOLDER, "9p", "");
  }
}
