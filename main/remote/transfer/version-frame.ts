import type { VersionId } from '../../../shared/ids.ts';

/** The source that versions from this program name. */
export const CHANGE_SOURCE = 'desktop';

/**
 * The JSON around the base64 of a new version; its bytes come between the two.
 * @param note what a person wrote about the change.
 */
export function versionFrame(base: VersionId | null, note: string | null = null): readonly [string, string] {
  const fields = {
    changeSource: CHANGE_SOURCE,
    ...(note === null ? {} : { changeSummary: note }),
    ...(base === null ? {} : { baseVersionId: base }),
  };
  return [`${JSON.stringify(fields).slice(0, -1)},"contentBase64":"`, '"}'];
}
