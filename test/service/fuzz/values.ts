import type { Dice } from './dice.ts';
import { kindOfField } from './pool.ts';

/** As much of JSON schema as the declarations need. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

/** Where values come from. */
export interface Source {
  readonly dice: Dice;
  /** A value of a kind that earlier answers have shown, the caller's own or another person's. */
  known(kind: string): string | null;
  /** A thing with one inside it, for paths; `first` is the path's first word. */
  pair(first: string, kind: string): readonly [outer: string, inner: string] | null;
  /** Secrets of these names that belong together. */
  set(names: readonly string[]): { readonly [name: string]: string } | null;
  /** A text that no other request contains, marked with the organization and the person who sends it. */
  mark(): string;
}

/** A value that fits a schema as well as the schema says it, and the field as well as its name says it. */
export function fittingValue(source: Source, name: string, schema: JsonSchema): unknown {
  const { dice } = source;
  const { anyOf, oneOf, const: constant } = schema;
  // The items of a batch upload, declared as anything because each is checked by itself.
  if (name === 'items' && Object.keys(schema).length === 0) return fittingObject(source, BATCH_ITEM);
  const either = anyOf ?? oneOf;
  if (either !== undefined) return fittingValue(source, name, dice.chance(0.9) ? (either[0] ?? {}) : dice.pick(either));
  if (constant !== undefined) return constant;
  if (schema.enum !== undefined) return dice.pick(schema.enum);
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.[0] ?? 'null');
  if (type === 'object') return fittingObject(source, schema);
  if (type === 'array') return fittingList(source, name, schema.items ?? {});
  if (type === 'boolean') return dice.chance(0.5);
  if (type === 'integer' || type === 'number') return fittingNumber(source, name, schema);
  return type === 'string' ? fittingText(source, name, schema) : null;
}

function fittingObject(source: Source, schema: JsonSchema): { [name: string]: unknown } {
  const value: { [name: string]: unknown } = {};
  const properties = schema.properties ?? {};
  // Some bodies say only what they must, others all they can.
  const generosity = source.dice.pick([0, 0.15, 0.4, 0.8]);
  for (const [name, part] of Object.entries(properties)) {
    const isWanted = schema.required?.includes(name) === true || source.dice.chance(generosity);
    if (isWanted) value[name] = fittingValue(source, name, part);
  }
  const { dice } = source;
  // Content comes as text or as base64, not as both; without any there is little to do with a file.
  if (properties['contentBase64'] !== undefined && dice.chance(0.9)) {
    delete value['content'];
    delete value['contentBase64'];
    value[dice.pick(['content', 'contentBase64'])] = dice.pick(['', 'YWJj', 'c2VwPTsNCmE7Yg0KMTsyDQo=']);
  }
  const secrets = Object.keys(properties).filter(name => SECRETS.has(name));
  const set = secrets.length > 1 && dice.chance(0.8) ? source.set(secrets) : null;
  for (const name of secrets) if (set?.[name] !== undefined && name in value) value[name] = set[name];
  const extra = schema.additionalProperties;
  if (typeof extra === 'object')
    value[source.dice.pick(['Authorization', 'X-Lab'])] = fittingValue(source, 'value', extra);
  return value;
}

const BATCH_ITEM: JsonSchema = {
  properties: {
    fileName: { type: 'string' },
    contentType: { type: 'string' },
    fileSizeBytes: { type: 'integer' },
    folderId: { type: 'string', format: 'uuid' },
  },
  required: ['fileName', 'contentType', 'fileSizeBytes'],
};

/** What is only right together with the others. */
const SECRETS: ReadonlySet<string> = new Set(['auth_id', 'state', 'code', 'issuer', 'email']);

function fittingList(source: Source, name: string, items: JsonSchema): unknown[] {
  return Array.from({ length: source.dice.below(4) }, () => fittingValue(source, name, items));
}

function fittingNumber({ dice, known }: Source, name: string, { minimum, maximum }: JsonSchema): number {
  if (/size/i.test(name) && !/page/i.test(name)) return dice.below(40);
  if (name.endsWith('Version')) return 1 + dice.below(3);
  if (/userId/i.test(name)) return Number(known('user') ?? 1 + dice.below(6));
  const least = minimum ?? 0;
  return least + dice.below(Math.min((maximum ?? least + 20) - least, 20) + 1);
}

/** Texts that mean something, by the end of the field's name; a list is chosen from. */
const WORDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^fileType$/, ['Document', 'Dataset', 'Protocol', 'text/csv']],
  [/contentType|mimeType/i, ['text/plain', 'text/csv', 'application/octet-stream']],
  [/role$/i, ['viewer', 'editor', 'admin', 'owner', 'Owner', 'Admin', 'Member']],
  [/visibility/i, ['private', 'organization', 'library', 'library']],
  [/^status$/, ['active', 'archived', 'completed', 'all', 'pending']],
  [/changeSource/i, ['desktop']],
  [/sortBy/i, ['name', 'createdAt', 'updatedAt', 'size']],
  [/sortDirection/i, ['asc', 'desc']],
  [/transport/i, ['sse', 'streamable-http']],
  [/redirect_uri|returnUrl/i, ['http://127.0.0.1:9/back', 'https://a.example/']],
  [
    /^url$/,
    [
      'https://folianote.example/x',
      'https://folianote.example/y',
      'https://a.example/',
      'http://127.0.0.1:9/',
      'https://b.invalid/',
    ],
  ],
  [/provider_?id/i, ['folianote', 'folianote', 'custom']],
  [/capability/i, ['pages-read', 'pages-write']],
  [/^scopes$/, ['pages.read', 'pages.write']],
  [/domain/i, ['example.org']],
  [/contentBase64/, ['', 'YWJj', 'c2VwPTsNCmE7Yg0KMTsyDQo=']],
  [/^(q|search)$/, ['zq', 'plate', 'a', 'Knowledge', '']],
  [/action/, ['createFile', 'deleteFile']],
];

function fittingText(source: Source, name: string, schema: JsonSchema): string {
  const { dice } = source;
  if (schema.format === 'uuid' || /Ids?$/.test(name)) {
    const known = source.known(kindOfField(name));
    if (known !== null) return known;
    return schema.format === 'uuid' ? '7f0c1c53-3f0e-4b1d-9a6e-1d2f5a7b9c77' : 'x';
  }
  if (schema.format === 'date-time') return dice.pick(['2026-12-01T08:00:00.000Z', '2031-01-01T00:00:00Z']);
  if (schema.format === 'email') return source.known('email') ?? `new${dice.below(50)}@example.org`;
  const secret = /^(code|state|token|invitationToken|cursor|issuer|auth_id)$/.test(name)
    ? source.known(kindOfField(name))
    : null;
  if (secret !== null) return secret;
  const words = WORDS.find(([pattern]) => pattern.test(name))?.[1];
  if (words !== undefined) return dice.pick(words);
  const ending = /name$/i.test(name) ? dice.pick(['', '.txt', '.csv', '.md']) : '';
  return `${source.mark()}${ending}`.slice(0, schema.maxLength ?? 200);
}
