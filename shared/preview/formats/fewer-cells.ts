import type { FileSections } from './sections.ts';

/** The same with the first rows of each table only, where it has more cells than a page lays out well. */
export function withFewerCells(read: FileSections, mostCells: number): FileSections {
  let isCut = read.isCut;
  const sections = read.sections.map(section => {
    if (section.is !== 'table') return section;
    const most = Math.max(1, Math.floor(mostCells / Math.max(1, section.columns.length)));
    if (section.rows.length <= most) return section;
    isCut = true;
    return { ...section, rows: section.rows.slice(0, most) };
  });
  return { sections, isCut };
}
