import { plotTexts as texts } from '../../../shared/features/preview/plot-text.ts';
import type { PictureOffer } from '../../../shared/preview/table-pictures.ts';
import type { PictureFile } from '../chart/save-picture.ts';
import { Either } from '../controls/segmented.tsx';
import type { Pictures } from './pictures.ts';
import { PlateMap } from './plate-map.tsx';
import { PlotPanel } from './plot-panel.tsx';

/** What a table is looked at as. */
export type TableLook = 'table' | 'plot' | 'plate';

/** Table, plot or plate: those that the table can be. */
export function LookChoice(props: {
  readonly offer: PictureOffer | null;
  readonly look: TableLook;
  readonly onLook: (look: TableLook) => void;
  /** The table is on show elsewhere. */
  readonly hidesTable?: boolean;
}) {
  const { offer, look, onLook, hidesTable = false } = props;
  if (offer === null || (offer.plots.length === 0 && offer.plate === null)) return null;
  const option = (value: TableLook, label: string) => ({ value, label, words: label });
  return (
    <Either<TableLook>
      label={texts.looks}
      value={look}
      onChange={onLook}
      options={[
        ...(hidesTable ? [] : [option('table', texts.asTable)]),
        ...(offer.plots.length === 0 ? [] : [option('plot', texts.asPlot)]),
        ...(offer.plate === null ? [] : [option('plate', texts.asPlate)]),
      ]}
    />
  );
}

/** The plot or the plate that a table is looked at as. */
export function TablePictures(props: {
  readonly name: string;
  readonly look: 'plot' | 'plate';
  readonly pictures: Pictures;
  readonly onSaveToTask?: (picture: PictureFile) => void;
}) {
  const { name, look, pictures, ...more } = props;
  const { offer } = pictures;
  if (offer === null) return <p>{texts.working}</p>;
  if (look === 'plate')
    return offer.plate === null ? <p>{texts.none}</p> : <PlateMap name={name} plate={offer.plate} {...more} />;
  return <PlotPanel name={name} offer={offer} pictures={pictures} {...more} />;
}
