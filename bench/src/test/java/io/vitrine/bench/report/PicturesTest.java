package io.vitrine.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures on the page on performance. With {@code -Ddocs.fix=true} Chromium draws them anew
 * from the results beside it; without, it is seen that each is there.
 */
class PicturesTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path PAGE = DOCS.resolve("performance.md");
  private static final int WIDTH = 1560;

  /** How much of the page is drawn; what is empty at the end is cut off. */
  private static final int HEIGHT = 6000;

  private static final int MARGIN = 12;

  /**
   * A picture.
   *
   * @param name of its file, without the ending
   * @param results files of results, whose first counts where several have the same
   * @param query which part of the page of results it shows
   */
  private record Picture(String name, List<String> results, String query) {
    Picture(String name, String query) {
      this(name, List.of("run.json"), query);
    }

    Path file() {
      return DOCS.resolve("bench").resolve(name + ".png");
    }
  }

  private static final List<String> OF_MAPS =
      List.of(
          "get",
          "getUsing",
          "getChained",
          "getMiss",
          "getAll32",
          "put",
          "putAll32",
          "removePut",
          "mixed95",
          "insert",
          "share",
          "open",
          "addAndGet",
          "space",
          "examples");

  private static final List<Picture> PICTURES =
      List.of(
          new Picture("glance", "part=glance&of=" + String.join(",", OF_MAPS)),
          new Picture(
              "calls", "part=ratios&of=get,getUsing,getChained,getAll32,put,putAll32,insert"),
          new Picture("latency", "part=percentiles&of=latency"),
          // Each line is of one file so: the smaller values of the first, the others of the second.
          new Picture(
              "entries",
              List.of("large.json", "run.json"),
              "part=growth&of=get,put,insert&by=entries"),
          new Picture(
              "growth",
              "part=growth&of=get,put,durable,events&by=value,threads,writers,subscribers"));

  @TempDir Path folder;

  @Test
  void pictures_areThoseThatThePageNames() throws Exception {
    if (Boolean.getBoolean("docs.fix")) {
      for (Picture picture : PICTURES) {
        draw(picture);
      }
    }
    String text = Files.readString(PAGE);
    var named = new TreeSet<String>();
    Pattern.compile("!\\[[^]]+]\\(bench/([a-z]+)\\.png\\)")
        .matcher(text)
        .results()
        .forEach(found -> named.add(found.group(1)));
    var known = new TreeSet<String>();
    for (Picture picture : PICTURES) {
      known.add(picture.name());
      for (String name : picture.results()) {
        String link = "(bench/" + name + ")";
        assertTrue(text.contains(link), () -> "no link to " + link + " of " + picture);
      }
      BufferedImage image = ImageIO.read(picture.file().toFile());
      assertEquals(WIDTH, image.getWidth(), picture::name);
      assertTrue(usedHeight(image) > 100, () -> picture + " is empty");
    }
    assertEquals(known, named);
  }

  private void draw(Picture picture) throws IOException, InterruptedException {
    var joined = Joined.of(picture.results().stream().map(ResultsPage::read).toList());
    Path page = folder.resolve("bench.html");
    Files.writeString(page, Page.of(joined.text(), joined.notes()));
    File drawn = folder.resolve(picture.name() + ".png").toFile();
    var chromium =
        new ProcessBuilder(
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--virtual-time-budget=10000",
            "--window-size=" + WIDTH + "," + HEIGHT,
            "--user-data-dir=" + folder.resolve("profile"),
            "--screenshot=" + drawn,
            page.toUri() + "?" + picture.query());
    Process process = chromium.redirectErrorStream(true).redirectOutput(Redirect.DISCARD).start();
    assertTrue(process.waitFor(2, TimeUnit.MINUTES), "Chromium did not end");
    assertEquals(0, process.exitValue(), "Chromium failed");
    BufferedImage whole = ImageIO.read(drawn);
    int height = usedHeight(whole);
    assertTrue(height < HEIGHT, () -> picture + " is higher than " + HEIGHT + " pixels");
    int kept = Math.min(HEIGHT, height + MARGIN);
    ImageIO.write(whole.getSubimage(0, 0, WIDTH, kept), "png", picture.file().toFile());
  }

  /** Rows up to the last one that is not of one colour. */
  private static int usedHeight(BufferedImage image) {
    for (int y = image.getHeight() - 1; y >= 0; y--) {
      int paper = image.getRGB(0, y);
      for (int x = 1; x < image.getWidth(); x++) {
        if (image.getRGB(x, y) != paper) {
          return y + 1;
        }
      }
    }
    return 0;
  }
}
