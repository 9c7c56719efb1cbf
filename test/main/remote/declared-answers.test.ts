import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import {
  batchAnswer,
  contentAnswer,
  describedShape,
  fileShape,
  folderShape,
  hitShape,
  listOf,
  pageOf,
  toldVersionShape,
  uploadTarget,
  versionShape,
} from '../../../main/remote/api/shapes.ts';
import { tolerant } from '../../../main/remote/api/tolerant.ts';
import { contentLink, fileDetail, fileRow, versionAnswer } from '../../../shared/api/calls/files.ts';
import { folderAnswer, folderDetail } from '../../../shared/api/calls/folders.ts';
import { searchHit } from '../../../shared/api/calls/search.ts';
import { uploadEndpoints, uploadTarget as declaredTarget } from '../../../shared/api/calls/uploads.ts';
import { ENDPOINTS } from '../../../shared/api/endpoints.ts';
import { pageAnswer } from '../../../shared/api/fields.ts';
import { freshSeed, runs } from '../../setup/run/effort.ts';

// An endpoint's answer is declared once, in `shared/api`. Mirroring reads it more strictly than the rest of the product;
// both must read the same values from the same answer, and neither may refuse what is declared.

const seed = freshSeed();
const rounds = { seed, numRuns: runs(2000), endOnFailure: true };

/** Answers that a declaration allows. Those that hold their own kind, such as a tree of folders, end four lists deep. */
function answersOf(declared: z.core.$ZodType, lists = 0): fc.Arbitrary<unknown> {
  if (declared instanceof z.ZodNullable) return fc.option(answersOf(declared.unwrap(), lists));
  if (declared instanceof z.ZodOptional) return fc.option(answersOf(declared.unwrap(), lists), { nil: undefined });
  if (declared instanceof z.ZodObject)
    return fc.record(
      Object.fromEntries(
        Object.entries<z.core.$ZodType>(declared.shape).map(([name, field]) => [name, answersOf(field, lists)]),
      ),
    );
  if (declared instanceof z.ZodArray)
    return lists > 3 ? fc.constant([]) : fc.array(answersOf(declared.element, lists + 1), { maxLength: 3 });
  if (declared instanceof z.ZodUnion) return fc.oneof(...declared.options.map(option => answersOf(option, lists)));
  if (declared instanceof z.ZodRecord)
    return fc.dictionary(fc.stringMatching(/^[A-Za-z-]{1,9}$/), answersOf(declared.valueType, lists));
  if (declared instanceof z.ZodEnum) return fc.constantFrom(...declared.options);
  if (declared instanceof z.ZodLiteral) return fc.constantFrom(...declared.values);
  if (declared instanceof z.ZodBoolean) return fc.boolean();
  if (declared instanceof z.ZodNumber) return fc.nat();
  if (declared instanceof z.ZodUUID) return fc.uuid();
  if (declared instanceof z.ZodISODateTime)
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map(date => date.toISOString());
  if (declared instanceof z.ZodString) return fc.string();
  throw new Error(`no answers are made of ${declared.constructor.name}`);
}

/** The same answer with values that no declaration allows in the place of some, and with some left out. */
function spoilt(answer: unknown, draw: <T>(from: fc.Arbitrary<T>) => T): unknown {
  if (draw(fc.integer({ min: 0, max: 19 })) === 0) return draw(fc.jsonValue({ maxDepth: 1 }));
  if (Array.isArray(answer)) return answer.map(each => spoilt(each, draw));
  if (typeof answer !== 'object' || answer === null) return answer;
  const kept = Object.entries(answer).filter(() => draw(fc.integer({ min: 0, max: 9 })) > 0);
  return Object.fromEntries(kept.map(([name, value]) => [name, spoilt(value, draw)]));
}

/** A shape of mirroring, what it reads, and the names under which it has fields of the declaration. */
interface Pair {
  readonly shape: z.ZodType;
  readonly declared: z.ZodType;
  readonly names: { readonly [ours: string]: string };
}

const FILE = { id: 'id', name: 'name', folderId: 'folderId', sizeBytes: 'size', updatedAt: 'updatedAt' };
const FOLDER = { id: 'id', name: 'name', parent: 'parentFolderId', visibility: 'visibility', createdAt: 'createdAt' };
const VERSION = { id: 'id', sizeBytes: 'sizeBytes', base: 'baseVersionId', number: 'versionNumber' };
const DESCRIBED = { id: 'id', name: 'name', description: 'description', fileType: 'fileType', tags: 'tags' };
const HEAD = { version: 'latestVersionId', extraction: 'extractionStatus' };
const PAIRS: { readonly [what: string]: Pair } = {
  'a file of a list': { shape: fileShape, declared: fileRow, names: FILE },
  "a file's detail": { shape: fileShape, declared: fileDetail, names: { ...FILE, ...HEAD } },
  'what people say of a file': { shape: describedShape, declared: fileDetail, names: DESCRIBED },
  'a folder of a list': { shape: folderShape, declared: folderAnswer, names: FOLDER },
  "a folder's detail": { shape: folderShape, declared: folderDetail, names: { ...FOLDER, breadcrumbs: 'breadcrumbs' } },
  'a version': { shape: versionShape, declared: versionAnswer, names: { ...VERSION, createdAt: 'createdAt' } },
  'a version for people': {
    shape: toldVersionShape,
    declared: versionAnswer,
    names: { ...VERSION, source: 'changeSource' },
  },
  'where to upload': {
    shape: uploadTarget,
    declared: declaredTarget,
    names: { file: 'fileId', version: 'versionId', url: 'uploadUrl' },
  },
  'where bytes are': { shape: contentAnswer, declared: contentLink, names: { url: 'url' } },
  'a find': { shape: hitShape, declared: searchHit, names: { id: 'id', createdAt: 'createdAt' } },
};

/** The fields of `names` that have a value on both sides, each as `[ours, declared]`. */
function shared(names: Pair['names'], read: unknown, asDeclared: unknown): readonly (readonly [unknown, unknown])[] {
  const [ours, theirs] = [z.record(z.string(), z.unknown()).parse(read), z.looseObject({}).parse(asDeclared)];
  return Object.entries(names)
    .map(([our, their]) => [ours[our] ?? null, theirs[their] ?? null] as const)
    .filter(([one, other]) => one !== null && other !== null);
}

test.each(Object.entries(PAIRS))(`%s is read by mirroring as it is declared (seed ${seed})`, (_, pair) => {
  fc.assert(
    fc.property(answersOf(pair.declared), answer => {
      const [read, asDeclared] = [pair.shape.parse(answer), tolerant(pair.declared).parse(answer)];
      const both = shared(pair.names, read, asDeclared);
      expect(both.map(([ours]) => ours)).toEqual(both.map(([, theirs]) => theirs));
      const given = Object.values(pair.names).filter(name => (z.looseObject({}).parse(answer)[name] ?? null) !== null);
      expect(both).toHaveLength(given.length);
    }),
    rounds,
  );
});

test.each(Object.entries(PAIRS))(
  `what cannot be read of %s as it is declared is not read by mirroring either (seed ${seed})`,
  (_, pair) => {
    fc.assert(
      fc.property(answersOf(pair.declared), fc.gen(), (good, draw) => {
        const answer = spoilt(good, from => draw(() => from));
        const [read, asDeclared] = [pair.shape.safeParse(answer), tolerant(pair.declared).safeParse(answer)];
        if (!read.success) return;
        expect(asDeclared.error).toBeUndefined();
        for (const [ours, theirs] of shared(pair.names, read.data, asDeclared.data)) expect(ours).toEqual(theirs);
      }),
      rounds,
    );
  },
);

test(`lists, pages and batches of declared items are whole for mirroring (seed ${seed})`, () => {
  const batch = uploadEndpoints.initiateUploads.answer;
  if (batch === null) throw new Error('a batch has an answer');
  fc.assert(
    fc.property(
      answersOf(pageAnswer(fileRow)),
      answersOf(z.array(folderAnswer)),
      answersOf(batch),
      (files, folders, all) => {
        const page = pageAnswer(fileRow).parse(files);
        const read = pageOf(fileShape).parse(files);
        expect(read).toMatchObject({ hasNextPage: page.hasNextPage, totalCount: page.totalCount });
        expect(read.items.map(({ id }) => id)).toEqual(page.items.map(({ id }) => id));
        expect(listOf(folderShape).parse(folders)).toHaveLength(z.array(z.unknown()).parse(folders).length);
        const statuses = batch.parse(all).map(({ status, data }) => status === 'initiated' && data !== undefined);
        expect(batchAnswer.parse(all).map(({ target }) => target !== null)).toEqual(statuses);
      },
    ),
    rounds,
  );
});

test.each(ENDPOINTS.flatMap(({ name, answer }) => (answer === null ? [] : [[name, answer] as const])))(
  `the client reads what %s answers as it is declared (seed ${seed})`,
  (_, declared) => {
    fc.assert(
      fc.property(answersOf(declared), answer => {
        expect(withoutNulls(tolerant(declared).parse(answer))).toEqual(withoutNulls(answer));
      }),
      { seed, numRuns: runs(200), endOnFailure: true },
    );
  },
);

/** Null and missing are one to a tolerant reader. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(given.map(([name, each]) => [name, withoutNulls(each)]));
}
