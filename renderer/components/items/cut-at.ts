/** Shorter names are cut at their end, if at all: two parts of them would say less than one. In signs. */
const SHORT = 20;
/** Signs that stay before the ending of a name: numbers of runs and plates stand there. */
const BEFORE_ENDING = 7;
/** A longer ending is none. With its dot. */
const LONGEST_ENDING = 9;
/** Signs that belong to the one before them. */
const COMBINING = /^(?:\p{M}|\u200d)/u;

/** The part of a name that may be cut, and the part that stays: its ending, and the signs before that. */
export function cutName(name: string): { readonly head: string; readonly tail: string } {
  const signs = [...name];
  if (signs.length <= SHORT) return { head: name, tail: '' };
  const dot = signs.lastIndexOf('.');
  const ending = dot > 0 && signs.length - dot <= LONGEST_ENDING ? signs.length - dot : 0;
  let at = signs.length - ending - BEFORE_ENDING;
  while (at > 0 && COMBINING.test(signs[at] ?? '')) at -= 1;
  return { head: signs.slice(0, at).join(''), tail: signs.slice(at).join('') };
}
