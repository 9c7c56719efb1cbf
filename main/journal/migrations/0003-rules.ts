/**
 * What is skipped: each mirror's own rules, in order, the rules that were in force when its items were last looked at, and
 * what the rules hid in the last looks.
 */
export const rules = `
CREATE TABLE rule (
  mirror TEXT NOT NULL, position INTEGER NOT NULL, pattern TEXT NOT NULL,
  PRIMARY KEY (mirror, position)
) STRICT, WITHOUT ROWID;

-- A fingerprint; when the rules have another one, what they newly hide is frozen before anything is looked at.
CREATE TABLE rules_in_force (mirror TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Names are those on this computer; \`thing\` tells two things of one name at the service apart.
CREATE TABLE hidden (
  mirror TEXT NOT NULL, side TEXT NOT NULL CHECK (side IN ('local', 'remote')), folder TEXT NOT NULL,
  name TEXT NOT NULL, thing TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('file', 'folder')),
  PRIMARY KEY (mirror, side, folder, name, thing)
) STRICT, WITHOUT ROWID;
`;
