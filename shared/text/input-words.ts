import type { z } from 'zod';

/** What a check finds wrong, before it has words. */
type Issue = z.core.$ZodRawIssue;
/** The same with them. */
type Told = z.core.$ZodIssue;

/** Fields that are named in one sentence; the others are of the same kind. */
const MOST_FIELDS = 3;
const UNTAKEN = 'It cannot be taken as it is.';
/** Choices that are listed. */
const MOST_CHOICES = 20;

/**
 * Words for everything that a check of the schema library can find, given to each check whose findings reach a person. A
 * sentence about what is allowed in a field; words that a field has of its own win over these.
 */
export function inputWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeWords(issue);
    case 'too_small':
      return `It must ${amount(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `It must ${amount(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.maximum, issue.origin)}.`;
    case 'not_multiple_of':
      return `It must be a multiple of ${issue.divisor}.`;
    case 'invalid_value':
      return choiceWords(issue.values.map(String));
    case 'invalid_format':
      return FORMATS.get(issue.format) ?? 'It is not written as it has to be.';
    case 'unrecognized_keys':
      return `It has fields that are not known here: ${issue.keys.map(shortened).join(', ')}.`;
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_key':
      return 'One of its names cannot be taken.';
    case 'invalid_element':
    case 'custom':
      return UNTAKEN;
  }
}

/** Everything that is wrong on one line: `'page' must be at least 1.` */
export function inputLine(issues: readonly Told[]): string {
  const told = [...new Set(issues.map(({ path, message }) => fieldLine(fieldPath(path), message)))];
  const more = told.length - MOST_FIELDS;
  return [...told.slice(0, MOST_FIELDS), ...(more > 0 ? [`So it is with ${more} more.`] : [])].join(' ');
}

/** `mirrors[0].local`, as people write it; empty: the whole. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${shortened(String(part))}`))
    .join('');
}

function fieldLine(field: string, message: string): string {
  if (field === '') return message;
  return message.startsWith('It ') ? `'${field}' ${message.slice('It '.length)}` : `'${field}': ${message}`;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'a group of fields'],
  ['record', 'a group of fields'],
  ['null', 'left empty (null)'],
]);

function typeWords({ expected, input }: Extract<Issue, { code: 'invalid_type' }>): string {
  const what = `must be ${TYPES.get(expected) ?? 'something else'}`;
  return input === undefined ? `It is missing: it ${what}.` : `It ${what}.`;
}

function amount(origin: string): string {
  return UNITS.has(origin) ? 'have' : 'be';
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['string', 'characters'],
  ['array', 'entries'],
  ['set', 'entries'],
  ['map', 'entries'],
  ['file', 'bytes'],
]);

function counted(count: number | bigint, origin: string): string {
  const unit = UNITS.get(origin);
  if (unit === undefined) return String(count);
  return Number(count) === 1 ? `1 ${unit === 'entries' ? 'entry' : unit.replace(/s$/, '')}` : `${count} ${unit}`;
}

function choiceWords(values: readonly string[]): string {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return `It must be ${only}.`;
  return `It must be one of: ${values.slice(0, MOST_CHOICES).join(', ')}${values.length > MOST_CHOICES ? ' …' : ''}.`;
}

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['uuid', 'It must be an id such as 0190b0aa-0000-7000-8000-000000000001.'],
  ['guid', 'It must be an id such as 0190b0aa-0000-7000-8000-000000000001.'],
  ['datetime', 'It must be a time such as 2026-11-20T14:03:00Z.'],
  ['date', 'It must be a day such as 2026-11-20.'],
  ['time', 'It must be a time of day such as 14:03.'],
  ['url', 'It must be an address such as https://kb.example.org.'],
  ['email', 'It must be an e-mail address such as ada@example.org.'],
  ['base64', 'It must be bytes in base64.'],
]);

/** Of several forms each is told, since it is not known which was meant; of forms with a word that tells them apart, that word. */
function unionWords(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { options } = issue as { readonly options?: readonly unknown[] };
  if (options !== undefined) return choiceWords(options.map(String));
  const said = issue.errors.flatMap(([first]) =>
    first === undefined ? [] : [fieldLine(fieldPath(first.path), first.message)],
  );
  const [first = UNTAKEN, ...others] = [...new Set(said)];
  return [first, ...others.map(other => `Or: ${other}`)].join(' ');
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
