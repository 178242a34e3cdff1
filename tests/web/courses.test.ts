/**
 * The SCORM packages of the lessons: their manifests by the rules of the "SCORM Content Aggregation
 * Model 1.2", and the answers to pick.
 */
import { describe, expect, it } from "vitest";
import { PACKAGES } from "../../web/src/lessons/course-package.js";
import { itemsOf, LESSONS } from "../../web/src/lessons/lessons.js";

/** An element of a manifest. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;

/**
 * The root of a document of elements, attributes and text.
 * @throws Error where it is not well formed
 */
function parse(xml: string): Element {
  const top: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  let read = 0;
  for (const [token, closes, name = "", list = "", empty, text] of xml.matchAll(TOKEN)) {
    read += token.length;
    const inner = open.at(-1) as Element;
    if (text !== undefined) {
      if (/&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(text)) throw new Error(`An open & in ${text}`);
      inner.text += text.trim();
    } else if (closes) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element.`);
    } else if (name !== "") {
      const pairs = [...list.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: "" };
      if (pairs.length !== Object.keys(element.attributes).length) {
        throw new Error(`<${name}> has an attribute twice.`);
      }
      inner.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root, ...others] = top.children;
  if (read !== xml.length || open.length !== 1 || root === undefined || others.length > 0) {
    throw new Error("The document is not one whole element.");
  }
  return root;
}

/** The one child of a name. */
function only(element: Element | undefined, name: string): Element {
  const found = element?.children.filter((child) => child.name === name) ?? [];
  expect(found.map((child) => child.name)).toEqual([name]);
  return found[0] as Element;
}
const namesIn = ({ children }: Element) => children.map(({ name }) => name);

describe("the packages of the lessons", () => {
  it("are one for each lesson and language", () => {
    expect(PACKAGES.map(({ file }) => file)).toEqual([
      "courses/lesson-1-en.zip",
      "courses/lesson-2-en.zip",
      "courses/lesson-3-en.zip",
      "courses/lesson-4-en.zip",
      "courses/lesson-1-zh.zip",
      "courses/lesson-2-zh.zip",
      "courses/lesson-3-zh.zip",
      "courses/lesson-4-zh.zip",
    ]);
  });

  it.each(PACKAGES)("have a manifest of SCORM 1.2: $file", ({ documents }) => {
    const xml = documents["imsmanifest.xml"] ?? "";
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
    const manifest = parse(xml);
    expect(manifest.name).toBe("manifest");
    // The namespaces of SCORM 1.2, each with the place of its schema.
    const spaces = [
      "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
      "http://www.adlnet.org/xsd/adlcp_rootv1p2",
    ];
    expect(manifest.attributes.xmlns).toBe(spaces[0]);
    expect(manifest.attributes["xmlns:adlcp"]).toBe(spaces[1]);
    const locations = manifest.attributes["xsi:schemaLocation"]?.split(/\s+/) ?? [];
    expect(locations.filter((_, i) => i % 2 === 0)).toEqual(spaces);
    // The order and the number of what stands in it.
    expect(namesIn(manifest)).toEqual(["metadata", "organizations", "resources"]);
    const metadata = only(manifest, "metadata");
    expect(metadata.children.map(({ name, text }) => [name, text])).toEqual([
      ["schema", "ADL SCORM"],
      ["schemaversion", "1.2"],
    ]);
    const organizations = only(manifest, "organizations");
    const organization = only(organizations, "organization");
    expect(organizations.attributes.default).toBe(organization.attributes.identifier);
    expect(namesIn(organization)).toEqual(["title", "item"]);
    const item = only(organization, "item");
    const title = only(item, "title").text;
    expect(title.length).toBeGreaterThan(0);
    expect(title.length).toBeLessThanOrEqual(200);
    const resource = only(only(manifest, "resources"), "resource");
    expect(item.attributes.identifierref).toBe(resource.attributes.identifier);
    expect(resource.attributes).toMatchObject({ type: "webcontent", "adlcp:scormtype": "sco" });
    const files = resource.children.map(({ name, attributes }) => [name, attributes.href]);
    expect(files).toContainEqual(["file", resource.attributes.href]);
    expect(new Set(files.map(String)).size).toBe(files.length);
    // Identifiers are xs:ID: names, each once in the document.
    const identifiers = [manifest, organization, item, resource].map(
      ({ attributes }) => attributes.identifier ?? "",
    );
    for (const identifier of identifiers) expect(identifier).toMatch(/^[A-Za-z_][\w.-]*$/);
    expect(new Set(identifiers).size).toBe(identifiers.length);
  });

  it.each(PACKAGES)(
    "have a document in their language, by the tag that the page has too: $file",
    ({ file, documents }) => {
      const [, language] = /-(\w+)\.zip$/.exec(file) ?? [];
      expect(documents["index.html"]).toContain(`<html lang="${language}">`);
    },
  );

  it("have identifiers that differ from lesson to lesson", () => {
    const identifiers = PACKAGES.map(
      ({ documents }) => parse(documents["imsmanifest.xml"] ?? "").attributes.identifier,
    );
    expect(new Set(identifiers).size).toBe(PACKAGES.length);
  });
});

/** The numbers of a text, as words of it. */
const numbers = (text: string) => text.match(/\.?\d[\d.]*(?<!\.)/g) ?? [];

describe("the answers to pick", () => {
  it.each(["en", "zh"] as const)("are three different ones to each question: %s", (language) => {
    for (const { choices, right, slide } of LESSONS[language].lessons.flatMap(itemsOf)) {
      expect(new Set(choices).size, slide).toBe(3);
      expect([0, 1, 2], slide).toContain(right);
    }
  });

  // What the answers say is measured in claims-lessons.test.ts.
  it.each(["en", "zh"] as const)(
    "have a right one that the answer of the lesson agrees with: %s",
    (language) => {
      for (const { choices, right, slide, answer, question } of LESSONS[language].lessons.flatMap(
        itemsOf,
      )) {
        const said = numbers(`${answer} ${question}`);
        for (const number of numbers(choices[right] ?? "")) expect(said, slide).toContain(number);
      }
    },
  );

  it("have their right one at each place in turn", () => {
    const places = LESSONS.en.lessons.flatMap(itemsOf).map(({ right }) => right);
    for (const place of [0, 1, 2]) {
      expect(places.filter((each) => each === place).length).toBeGreaterThanOrEqual(6);
    }
  });
});
