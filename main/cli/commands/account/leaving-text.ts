import type { Leaving, Left } from '../../../../shared/features/sign-out/model.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { leavingTexts } from '../../../../shared/features/sign-out/text.ts';

/** More are counted, not listed; `--json` lists more. */
const MOST_SHOWN = 20;

/** What would go and what would stay. @param losing whether what lies apart would be lost. */
export function leavingLines(found: Leaving, { losing }: { readonly losing: boolean }): string[] {
  const files = found.mirrors.reduce((sum, each) => sum + each.files, 0);
  const sizeBytes = found.mirrors.reduce((sum, each) => sum + each.sizeBytes, 0);
  return [
    found.mirrors.length === 0 ? leavingTexts.nothing : leavingTexts.goes(files, sizeBytes),
    ...stayingLines(found),
    ...apartLines(found, losing),
    leavingTexts.records(found.records, isNeeded(found, losing)),
  ];
}

/** What went, and what is left where. */
export function leftLines({ left, lost }: Left): string[] {
  return [
    ...stayingLines(left),
    ...(lost.files === 0 ? [] : [leavingTexts.lost(lost.files, lost.sizeBytes)]),
    ...apartLines(left, false),
    leavingTexts.records(left.records, isNeeded(left, false)),
  ];
}

function stayingLines({ mirrors, stays, staysTotal }: Leaving): string[] {
  const troubled = mirrors.flatMap(({ local, trouble }) =>
    trouble === null ? [] : leavingTexts.trouble(local, trouble),
  );
  if (staysTotal === 0) return troubled;
  return [
    leavingTexts.staying(staysTotal),
    ...stays.slice(0, MOST_SHOWN).map(({ place, text }) => `  ${place}  ${text}`),
    ...moreThan(staysTotal),
    ...troubled,
  ];
}

/** Whether the records tell of something that nothing else tells of. */
function isNeeded({ apartTotal, mirrors }: Leaving, losing: boolean): boolean {
  return (apartTotal > 0 && !losing) || mirrors.some(({ trouble }) => trouble !== null);
}

function apartLines({ apart, apartTotal, apartBytes }: Leaving, losing: boolean): string[] {
  if (apartTotal === 0) return [];
  return [
    losing ? leavingTexts.apartLost(apartTotal, apartBytes) : leavingTexts.apartStays(apartTotal, apartBytes),
    ...apart.slice(0, MOST_SHOWN).map(({ from, path, sizeBytes }) => {
      const size = sizeBytes === null ? '' : `, ${formatBytes(sizeBytes)}`;
      return `  ${path}  ${leavingTexts[from]}${size}`;
    }),
    ...moreThan(apartTotal),
  ];
}

function moreThan(total: number): string[] {
  return total > MOST_SHOWN ? [`  ${leavingTexts.more(total - MOST_SHOWN)}`] : [];
}
