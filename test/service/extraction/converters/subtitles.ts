import { decodedOr } from './text-encoding.ts';

/** What is said in a WebVTT file, a line for each cue; speakers before what they say. */
export function subtitlesText(bytes: Uint8Array): string {
  const text = decodedOr(bytes, null).replaceAll(/\r\n?/g, '\n');
  if (!/^\uFEFF?WEBVTT(?:[ \t\n]|$)/.test(text)) throw new Error('it does not begin with WEBVTT');
  const blocks = text.split(/\n{2,}/).slice(1);
  return blocks.flatMap(cueText).join('\n');
}

/** Cues have a line of times; notes, styles and regions have none. */
function cueText(block: string): readonly string[] {
  const lines = block.split('\n');
  const times = lines.findIndex(line => line.includes('-->'));
  if (times < 0 || times > 1) return [];
  const said = lines.slice(times + 1).join(' ');
  return [
    said
      .replaceAll(/<v(?:\.[^\s>]*)?\s+([^>]*)>/g, '$1: ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(amp|lt|gt|nbsp);/g, named),
  ];
}

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };

function named(whole: string, name: string): string {
  return ENTITIES[name] ?? whole;
}
