import { office } from './office.ts';

/** Slides as PowerPoint writes them; the order of showing is not that of the parts. */
export function slides(): Uint8Array {
  const slide = (title: string, body: string): string =>
    `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp>${body}` +
    '<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>7</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>';
  const text = (words: string, level = 0): string =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr lvl="${level}"/><a:r><a:rPr b="1"/><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const cell = (words: string): string => `<a:tc><a:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></a:txBody></a:tc>`;
  const table = `<p:graphicFrame><a:tbl><a:tr>${cell('Dose')}${cell('n')}</a:tr><a:tr>${cell('5 mg')}${cell('12')}</a:tr></a:tbl></p:graphicFrame>`;
  return office({
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="rId2"/><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="rId2" Type="x/slide" Target="slides/slide2.xml"/></Relationships>',
    'ppt/slides/slide1.xml': slide('Results', `${text('Survival at day 30')}${text('all groups', 1)}${table}`),
    'ppt/slides/slide2.xml': slide('Dosing in mice', ''),
    'ppt/slides/_rels/slide1.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/notesSlide" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
    'ppt/notesSlides/notesSlide1.xml': `<p:notes><p:cSld><p:spTree>${text('Say that two were excluded')}</p:spTree></p:cSld></p:notes>`,
  });
}

/** The content of a text of LibreOffice. */
export function openText(body: string, styles = ''): Uint8Array {
  return office({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
  });
}
