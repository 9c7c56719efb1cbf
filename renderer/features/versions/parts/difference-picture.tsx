import { useMemo } from 'react';

import { differencePictures } from '../../../../shared/diff/difference-pictures.ts';
import type { TableView } from '../../../../shared/diff/table-view.ts';
import { versionWindowWords as words } from '../../../../shared/features/versions/window-text.ts';
import { Chart } from '../../../components/chart/chart.tsx';
import { PlateMap } from '../../../components/pictures/plate-map.tsx';
import styles from '../comparison.module.css';

/** The numbers that differ, as a plate where they are of wells, else as points. */
export function DifferencePicture(props: {
  readonly view: TableView;
  readonly labels: { readonly mine: string; readonly theirs: string };
}) {
  const { view, labels } = props;
  const { plate, points } = useMemo(
    () => differencePictures(view, { ...labels, note: words.picture.note }),
    [view, labels],
  );
  return (
    <div className={styles['picture']}>
      {plate !== null ? (
        <PlateMap name={words.picture.title} plate={plate} holds="difference" />
      ) : points !== null ? (
        <Chart chart={points} title={words.picture.title} />
      ) : (
        <p>{words.picture.none}</p>
      )}
      {plate === null ? null : (
        <p className={styles['pictureNote']}>{words.picture.plate(labels.theirs, labels.mine)}</p>
      )}
    </div>
  );
}
