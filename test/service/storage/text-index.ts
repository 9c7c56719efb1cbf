import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { HitRange, TextHit } from '../rules/ground/records.ts';
import { matchExpression } from './match-expression.ts';

/** The text of one version of a file. */
export interface IndexedText {
  readonly versionId: string;
  readonly fileId: string;
  readonly organizationId: string;
  readonly text: string;
}

/**
 * `versionText` keeps the texts, `textSearch` finds words in them: without copies of its own, so that both must change
 * together. `versionFailure` says why a version has no text.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS versionText (
  rowNumber INTEGER PRIMARY KEY, versionId TEXT NOT NULL UNIQUE, fileId TEXT NOT NULL, organizationId TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS versionTextByFile ON versionText (fileId);
CREATE VIRTUAL TABLE IF NOT EXISTS textSearch USING fts5 (
  text, content = 'versionText', content_rowid = 'rowNumber', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE IF NOT EXISTS versionFailure (versionId TEXT PRIMARY KEY, why TEXT NOT NULL) STRICT;
CREATE TRIGGER IF NOT EXISTS versionTextAdded AFTER INSERT ON versionText BEGIN
  INSERT INTO textSearch (rowid, text) VALUES (new.rowNumber, new.text);
END;
CREATE TRIGGER IF NOT EXISTS versionTextRemoved AFTER DELETE ON versionText BEGIN
  INSERT INTO textSearch (textSearch, rowid, text) VALUES ('delete', old.rowNumber, old.text);
END;
`;

/** Control characters no text needs. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/** Stand around what was found until the text is escaped; no text holds them, see `put`. */
const [OPEN, CLOSE] = ['\u0001', '\u0002'];

/** Only a file's latest version counts, and only while the file is there. */
const SEARCH = `
SELECT versionText.fileId, versionText.versionId, -bm25(textSearch) AS rank,
  snippet(textSearch, 0, '${OPEN}', '${CLOSE}', '…', 24) AS snippet
FROM textSearch
JOIN versionText ON versionText.rowNumber = textSearch.rowid
JOIN file ON file.id = versionText.fileId AND file.latestVersionId = versionText.versionId
WHERE textSearch MATCH ? AND versionText.organizationId = ? AND file.removedMs IS NULL AND file.confirmed = 1
ORDER BY bm25(textSearch), versionText.rowNumber
LIMIT ? OFFSET ?`;

const hitRow = z.object({ fileId: z.string(), versionId: z.string(), snippet: z.string(), rank: z.number() });

/**
 * The texts of versions whose extraction is done, kept and searched by SQLite's FTS5, in the database of the records
 * (spec 3.2: file-content search covers a version once it reaches `done`).
 */
export class TextIndex {
  readonly #put: (text: IndexedText) => void;
  readonly #remove: Statement<[string]>;
  readonly #text: Statement<[string], string>;
  readonly #search: Statement<[string, string, number, number]>;
  readonly #fail: Statement<[string, string]>;
  readonly #failure: Statement<[string], string>;

  /** The database must hold the records, whose `file` table says which version is the latest. */
  constructor(database: Database) {
    database.exec(SCHEMA);
    this.#remove = database.prepare('DELETE FROM versionText WHERE versionId = ?');
    this.#text = database.prepare<[string], string>('SELECT text FROM versionText WHERE versionId = ?').pluck();
    this.#search = database.prepare(SEARCH);
    this.#fail = database.prepare(
      'INSERT INTO versionFailure VALUES (?, ?) ON CONFLICT DO UPDATE SET why = excluded.why',
    );
    this.#failure = database.prepare<[string], string>('SELECT why FROM versionFailure WHERE versionId = ?').pluck();
    const insert = database.prepare<IndexedText>(
      'INSERT INTO versionText (versionId, fileId, organizationId, text) VALUES (@versionId, @fileId, @organizationId, @text)',
    );
    this.#put = database.transaction((text: IndexedText) => {
      this.#remove.run(text.versionId);
      insert.run({ ...text, text: text.text.replaceAll(CONTROLS, '') });
    });
  }

  /** Keeps the text of a version that is done; instead of an earlier one of the same version. */
  put(text: IndexedText): void {
    this.#put(text);
  }

  remove(versionId: string): void {
    this.#remove.run(versionId);
  }

  /** The text rendition of a version, of earlier ones too; null when there is none. */
  textOf(versionId: string): string | null {
    return this.#text.get(versionId) ?? null;
  }

  /** Keeps why a version could not be read. */
  putFailure(versionId: string, why: string): void {
    this.#fail.run(versionId, why);
  }

  /** Why a version could not be read; null when it was not tried, or could be. */
  failureOf(versionId: string): string | null {
    return this.#failure.get(versionId) ?? null;
  }

  /**
   * The files of an organization whose latest version holds all words of `query`, best first. `"…"` finds words next to
   * each other, `word*` words that begin so; any other sign only separates words, so that no query is a mistake.
   * Who may read a file is not asked here.
   */
  search(organizationId: string, query: string, { limit, offset = 0 }: HitRange): readonly TextHit[] {
    const expression = matchExpression(query);
    if (expression === null) return [];
    const rows = z.array(hitRow).parse(this.#search.all(expression, organizationId, limit, offset));
    return rows.map(row => ({ ...row, snippet: marked(row.snippet) }));
  }
}

const ESCAPES: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  [OPEN]: '<b>',
  [CLOSE]: '</b>',
};

function marked(snippet: string): string {
  return snippet.replaceAll(/\s+/g, ' ').replaceAll(/[&<>"']|\p{Cc}/gu, sign => ESCAPES[sign] ?? '');
}
