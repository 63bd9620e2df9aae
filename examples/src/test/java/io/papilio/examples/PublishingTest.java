package io.papilio.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The poms say what a public repository asks for, and the BOM lists what is published. */
class PublishingTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> PRIVATE = Set.of("bench", "examples");

  private final XPath xpath = XPathFactory.newInstance().newXPath();

  private static Document pom(String folder) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(folder).resolve("pom.xml").toFile());
  }

  private List<String> all(Document pom, String path) throws XPathExpressionException {
    NodeList nodes = (NodeList) xpath.evaluate(path, pom, XPathConstants.NODESET);
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> nodes.item(i).getTextContent().strip())
        .toList();
  }

  private String one(Document pom, String path) throws XPathExpressionException {
    List<String> found = all(pom, path);
    assertEquals(1, found.size(), path);
    assertFalse(found.get(0).isEmpty(), path);
    return found.get(0);
  }

  private List<String> modules() throws Exception {
    return all(pom("."), "/project/modules/module");
  }

  @Test
  void shouldSayWhatAPublicRepositoryAsksFor() throws Exception {
    Document root = pom(".");
    for (String path :
        List.of("url", "licenses/license/url", "developers/developer/name", "scm/connection")) {
      one(root, "/project/" + path);
    }
    for (String module : modules()) {
      one(pom(module), "/project/name");
      one(pom(module), "/project/description");
    }
  }

  @Test
  void shouldListAllThatIsPublishedInTheBom() throws Exception {
    Set<String> published = new TreeSet<>();
    for (String module : modules()) {
      List<String> skip = all(pom(module), "/project/properties/maven.deploy.skip");
      assertEquals(PRIVATE.contains(module) ? List.of("true") : List.of(), skip, module);
      if (!PRIVATE.contains(module) && !module.equals("bom")) {
        published.add(one(pom(module), "/project/artifactId"));
      }
    }
    assertEquals(
        published,
        new TreeSet<>(all(pom("bom"), "//dependencyManagement/dependencies/*/artifactId")));
  }

  @Test
  void shouldBuildTheStandaloneProjectWithThisVersion() throws Exception {
    assertEquals(
        one(pom("."), "/project/version"),
        one(pom("examples/standalone"), "/project/properties/papilio.version"));
  }
}
