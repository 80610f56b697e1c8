/**
 * A Word document (ECMA-376, Office Open XML): paragraphs of text and nothing else. No fields, macros, or links to anything
 * outside are ever written. The few parts that it needs are written here: a library holds all of a document as objects before it
 * writes any, which would stop the server for a second on four hours of speech.
 */
import type { Slices } from "../../lib/slices.ts";
import { textOf } from "../transcript-model/segments.ts";
import { EXPORT_TYPES, type ExportedTranscript, type ExportOptions, labelOf } from "./exported-transcript.ts";
import { zipSlices } from "./zip.ts";

const SLICE_SEGMENTS = 50;
const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "application/vnd.openxmlformats-package";
const DOCUMENT = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ur", "yi"]);

export function* docxSlices(transcript: ExportedTranscript, options: ExportOptions): Slices<Uint8Array> {
  const body = yield* bodySlices(transcript, options);
  return yield* zipSlices([
    ["[Content_Types].xml", CONTENT_TYPES],
    ["_rels/.rels", PACKAGE_PARTS],
    ["docProps/core.xml", properties(transcript)],
    ["word/_rels/document.xml.rels", DOCUMENT_PARTS],
    ["word/styles.xml", styles(transcript.language)],
    [
      "word/document.xml",
      `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${body}${PAGE}</w:body></w:document>`,
    ],
  ]);
}

function* bodySlices(transcript: ExportedTranscript, options: ExportOptions): Slices<string> {
  const { name, segments } = transcript;
  const written = [paragraph("Title", name)];
  for (const [index, segment] of segments.entries()) {
    if (segment.words.length > 0) {
      const { name, clock } = labelOf(segment, segments[index - 1], transcript, options);
      const label = [name, clock].filter((part) => part !== null).join("  ");
      if (label !== "") written.push(paragraph("Speaker", label));
      written.push(paragraph(null, textOf(segment.words)));
    }
    if (index % SLICE_SEGMENTS === SLICE_SEGMENTS - 1) yield;
  }
  return written.join("");
}

function paragraph(style: "Title" | "Speaker" | null, text: string): string {
  const properties = style === null ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r></w:p>`;
}

/** Without the characters that XML 1.0 has no way to write: https://www.w3.org/TR/xml/#charsets. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${PACKAGE}.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${EXPORT_TYPES.docx}.main+xml"/><Override PartName="/word/styles.xml" ContentType="${DOCUMENT}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="${PACKAGE}.core-properties+xml"/></Types>`;

const PACKAGE_PARTS = `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`;

const DOCUMENT_PARTS = `${HEAD}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;

/** A4 with margins of 2.5 cm, in twentieths of a point. */
const PAGE = `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>`;

function properties({ name, language }: ExportedTranscript): string {
  const spoken = language === null ? "" : `<dc:language>${xmlText(language)}</dc:language>`;
  return `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(name)}</dc:title>${spoken}</cp:coreProperties>`;
}

function styles(language: string | null): string {
  const isRightToLeft = language !== null && RIGHT_TO_LEFT.has(language);
  const [paragraphWay, runWay] = isRightToLeft ? ["<w:bidi/>", "<w:rtl/>"] : ["", ""];
  const spoken = language === null ? "" : `<w:lang w:val="${xmlText(language)}"/>`;
  const style = (id: string, name: string, paragraph: string, run: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;
  return `${HEAD}<w:styles xmlns:w="${WORD}"><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="22"/>${spoken}</w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr>${paragraphWay}<w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr><w:rPr>${runWay}</w:rPr></w:style>${style("Title", "Title", `<w:spacing w:after="240"/>`, `<w:b/><w:sz w:val="36"/>`)}${style("Speaker", "Speaker", `<w:spacing w:before="160" w:after="40"/>`, `<w:b/><w:color w:val="595959"/><w:sz w:val="20"/>`)}</w:styles>`;
}
