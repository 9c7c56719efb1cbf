import type { FileRow } from '../../../shared/model/file-row.ts';
import { questionTexts } from '../../../shared/text/acting.ts';
import { downloadToTexts as texts } from '../../../shared/text/download-to.ts';
import { PlaceQuestion } from '../../components/place-question.tsx';
import { askNothing } from '../../stores/acting.ts';
import { checkPlace, downloadTo, usualDownloadPlace } from '../../stores/download-to.ts';

/** Asks where copies go; what comes of it is said in the window. */
export function DownloadQuestion({ rows }: { readonly rows: readonly FileRow[] }) {
  return (
    <PlaceQuestion
      title={texts.title(questionTexts.names(rows.map(({ name }) => name)))}
      about={texts.about}
      usual={usualDownloadPlace}
      check={checkPlace}
      onYes={folder => void downloadTo(rows, folder)}
      onClose={askNothing}
    />
  );
}
