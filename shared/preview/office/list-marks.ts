import type { Archive } from './archive.ts';
import { scanXml } from './xml-scan.ts';

/** What stands before the next point of a list at a level, such as `•`, `3.` or `b.`. */
export type ListMarks = (list: string, level: number) => string;

const BULLET = '•';

/**
 * Reads how lists are counted. Each list counts on where it was left; a point of a higher level restarts the lower
 * ones.
 */
export function readMarks(archive: Archive, folder: string): ListMarks {
  const formats = readFormats(archive, folder);
  const counts = new Map<string, number[]>();
  return (list, level) => {
    const format = formats.get(list)?.[level] ?? 'bullet';
    if (format === 'bullet' || format === 'none') return BULLET;
    const counted = counts.get(list) ?? [];
    counts.set(list, counted);
    counted.length = Math.min(counted.length, level + 1);
    const now = (counted[level] ?? 0) + 1;
    for (let each = counted.length; each < level; each++) counted[each] = 0;
    counted[level] = now;
    return `${written(now, format)}.`;
  };
}

/** The format of each level, by the number of the list. */
function readFormats(archive: Archive, folder: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  if (!archive.has(`${folder}numbering.xml`)) return lists;
  const kinds = new Map<string, string[]>();
  let kind: string[] = [];
  let level = 0;
  let list = '';
  scanXml(archive.text(`${folder}numbering.xml`), {
    open: (name, attribute) => {
      if (name === 'abstractNum') kinds.set(attribute('w:abstractNumId') ?? '', (kind = []));
      else if (name === 'lvl') level = Math.min(8, Number(attribute('w:ilvl') ?? 0) || 0);
      else if (name === 'numFmt') kind[level] = attribute('w:val') ?? '';
      else if (name === 'num') list = attribute('w:numId') ?? '';
      else if (name === 'abstractNumId') lists.set(list, kinds.get(attribute('w:val') ?? '') ?? []);
    },
  });
  return lists;
}

function written(count: number, format: string): string {
  if (/letter/i.test(format) && count <= 26) {
    const letter = String.fromCharCode(96 + count);
    return format.startsWith('upper') ? letter.toUpperCase() : letter;
  }
  if (/roman/i.test(format) && count < 40) return roman(count, format.startsWith('upper'));
  return String(count);
}

function roman(count: number, isUpper: boolean): string {
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][count % 10] ?? '';
  const text = 'x'.repeat(Math.floor(count / 10)) + ones;
  return isUpper ? text.toUpperCase() : text;
}
