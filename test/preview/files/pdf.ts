/** What stands on a page: lines of text from the top, in Helvetica of 14 points, and any other marks. */
export interface PageToWrite {
  readonly lines: readonly string[];
  /** Marks in the language of PDF. */
  readonly marks?: string;
  /** Notes on the page, each a dictionary. */
  readonly notes?: readonly string[];
}

/** A PDF of A4 pages. @param catalog more entries of its root. @param trailer more entries of its end. */
export function pdfOf(pages: readonly PageToWrite[], { catalog = '', trailer = '' } = {}): Uint8Array {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  for (const { lines, marks = '', notes = [] } of pages) {
    const text = lines.map(line => `(${line.replaceAll(/[()\\]/g, sign => `\\${sign}`)}) Tj T*`).join('\n');
    const content = `${marks}\nBT /F1 14 Tf 20 TL 60 770 Td\n${text}\nET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R /Annots [${notes.join(' ')}] >>`,
    );
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  return assemble(objects, trailer);
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let text = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const xref = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Uint8Array.from(text, sign => sign.charCodeAt(0));
}

/** A PDF that opens with a password only. */
export function lockedPdf(): Uint8Array {
  const key = '<'.concat('ab'.repeat(32), '>');
  return pdfOf([{ lines: ['secret'] }], {
    trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`,
  });
}

/** A report of an instrument, with a curve, a link, and a script that would run when it is opened. */
export function reportPdf(pages = 3): Uint8Array {
  const curve = Array.from({ length: 90 }, (_, x) => {
    const y = 380 + 180 / (1 + Math.exp(-(x - 45) / 7));
    return `${60 + x * 5} ${y.toFixed(1)} ${x === 0 ? 'm' : 'l'}`;
  }).join(' ');
  const chart = `0.8 0.8 0.8 RG 60 370 450 210 re S 0.06 0.42 0.34 RG 2 w ${curve} S`;
  const link =
    '<< /Type /Annot /Subtype /Link /Rect [60 700 300 780] /A << /S /URI /URI (http://127.0.0.1:9/leak) >> >>';
  return pdfOf(
    Array.from({ length: pages }, (_, at) =>
      at === 0
        ? {
            lines: [
              'Thermal shift assay, plate 7',
              'Protein: carbonic anhydrase II, 2 µM',
              'Melting temperature: 64.2 °C',
            ],
            marks: chart,
            notes: [link],
          }
        : {
            lines: [
              `Raw data, part ${at}`,
              ...Array.from({ length: 24 }, (_, row) => `${20 + row * 2}.0   ${(row * at * 1.37).toFixed(3)}`),
            ],
          },
    ),
    { catalog: '/OpenAction << /S /JavaScript /JS (app.launchURL("http://127.0.0.1:9/leak"); app.alert("hacked")) >>' },
  );
}

/** A page with a line of text and a picture as scanners pack them, which only its own decoder unpacks. */
export function scannedPdf(): Uint8Array {
  const content = 'q 300 0 0 200 60 400 cm /I Do Q BT /F1 14 Tf 60 770 Td (Scanned on 22 November) Tj ET';
  return assemble(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /I 6 0 R >> >> /Contents 5 0 R >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /XObject /Subtype /Image /Width 8 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 1 >> /Length 3 >>\nstream\n\x26\xa0\x80\nendstream',
    ],
    '',
  );
}
