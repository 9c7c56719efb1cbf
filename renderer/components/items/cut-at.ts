/** Of names up to this only the ending stays, if there is one: more of their end would leave too little of their beginning. In signs. */
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
  const dot = signs.lastIndexOf('.');
  const ending = dot > 0 && signs.length - dot <= LONGEST_ENDING ? signs.length - dot : 0;
  let at = signs.length - ending - (signs.length <= SHORT ? 0 : BEFORE_ENDING);
  while (at > 0 && COMBINING.test(signs[at] ?? '')) at -= 1;
  return { head: signs.slice(0, at).join(''), tail: signs.slice(at).join('') };
}
