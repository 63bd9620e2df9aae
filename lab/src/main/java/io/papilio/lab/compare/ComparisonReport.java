package io.papilio.lab.compare;

import io.papilio.learn.job.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comparison as one HTML file that needs nothing else.
 *
 * <pre>
 *   report.html   {{style}}    report.css
 *                 {{library}}  Chart.js, of its webjar, and its {{license}}
 *                 {{data}}     the comparison, as JSON
 *                 {{script}}   report.js: tables and charts of the data
 * </pre>
 */
public final class ComparisonReport {
  private static final Pattern PART = Pattern.compile("\\{\\{(\\w+)}}");
  private static final String WEBJAR = "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

  private ComparisonReport() {}

  /** Returns the page. */
  public static String html(Comparison comparison) throws IOException {
    String chart = "/META-INF/resources/webjars/chart.js/" + chartVersion() + "/";
    Map<String, String> parts =
        Map.of(
            "style", resource("report.css"),
            "library", withoutSourceMap(resource(chart + "dist/chart.umd.min.js")),
            "license", escaped(resource(chart + "LICENSE.md")),
            "data", withoutEnd(Json.compact(comparison.describe())),
            "script", resource("report.js"));
    return PART.matcher(resource("report.html"))
        .replaceAll(part -> Matcher.quoteReplacement(parts.get(part.group(1))));
  }

  private static String chartVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = open(WEBJAR)) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }

  /** Else browsers would look for a file beside this one. */
  private static String withoutSourceMap(String script) {
    return script.replaceAll("(?m)^//# sourceMappingURL=.*$", "");
  }

  /** JSON in which nothing ends the element that it is in, nor begins a comment there. */
  private static String withoutEnd(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = ComparisonReport.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException(name + " is not on the class path");
    }
    return in;
  }
}
