/** Field names whose values may grant access, and are not shown. */
const MAY_BE_SECRET = /token|secret|key|pass|credential|auth|header|cookie|session|sign|code|cert|private|bearer|hash/i;
const MOST_FACTS = 20;
const LONGEST = 200;

/** Fields of an answer beyond the known ones, unchanged; without those that may be secrets by name or length. */
export function unknownFacts(raw: unknown, known: ReadonlySet<string>): { name: string; value: string }[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const facts = Object.entries(raw).flatMap(([name, value]) => {
    if (known.has(name) || MAY_BE_SECRET.test(name) || name.length > LONGEST) return [];
    if (!['string', 'number', 'boolean'].includes(typeof value)) return [];
    const text = String(value);
    return text === '' || text.length > LONGEST ? [] : [{ name, value: text }];
  });
  return facts.slice(0, MOST_FACTS);
}
