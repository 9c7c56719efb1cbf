import { sectionTexts as texts } from '../../features/preview/sections-text.ts';
import type { Chart, ChoiceSection, FileSections, Section, TreeNode } from './sections.ts';

const MOST_OPTIONS = 20;

/** Sections as lines of text: a title above each, the fields of a table with tabs between. */
export function sectionLines({ sections }: FileSections): readonly string[] {
  return sections.flatMap((section, at) => [
    ...(at === 0 ? [] : ['']),
    ...(section.title === '' ? [] : [`# ${section.title}`]),
    ...linesOf(section),
  ]);
}

/** What a section says, in lines. Of what is only drawn, what is drawn. */
export function linesOf(section: Section): readonly string[] {
  switch (section.is) {
    case 'facts':
      // Programs describe images in several lines.
      return section.facts.flatMap(([name, value]) => `${name}: ${value.trimEnd()}`.split(/\r\n?|\n/));
    case 'lines':
      return section.lines;
    case 'table':
      return [
        section.columns.map(oneLine).join('\t'),
        ...section.rows.map(row => row.map(oneLine).join('\t')),
        ...(section.total > section.rows.length ? [texts.firstRows(section.rows.length, section.total)] : []),
      ];
    case 'tree':
      return section.nodes.flatMap(node => treeLines(node, 0));
    case 'chart':
      return [chartLine(section.chart)];
    case 'picture':
      return [texts.picture(section.width, section.height), ...(section.note === '' ? [] : [section.note])];
    case 'image':
      return [texts.picture(section.width, section.height)];
    case 'choice':
      return choiceLines(section);
  }
}

/** What can be chosen and how, with what is chosen marked. Of many options the first. */
function choiceLines({ id, options, chosen }: ChoiceSection): readonly string[] {
  const shown = options.filter((option, at) => at < MOST_OPTIONS || option.id === chosen);
  return [
    ...shown.map(option => `${option.id === chosen ? '*' : ' '} ${id}=${option.id}\t${oneLine(option.label)}`),
    ...(options.length > shown.length ? [texts.firstOptions(shown.length, options.length)] : []),
  ];
}

/** What a chart shows, in a sentence. */
export function chartLine({ series, xs, x, y, note }: Chart): string {
  const line = texts.chart(
    series.map(({ name }) => name),
    { x: x.label, y: y.label, points: xs.length },
  );
  return note === '' ? line : `${line} ${note}`;
}

function treeLines({ name, text, children }: TreeNode, level: number): readonly string[] {
  const line = `${'  '.repeat(level)}${oneLine(name)}${text === '' ? '' : `  ${oneLine(text)}`}`;
  return [line, ...children.flatMap(child => treeLines(child, level + 1))];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
