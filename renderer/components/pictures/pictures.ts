import type { Plot } from '../../../shared/preview/plot/build-plot.ts';
import type { PlotChoice } from '../../../shared/preview/plot/plot-choice.ts';
import type { PictureOffer } from '../../../shared/preview/table-pictures.ts';

/** The pictures of a table, and who draws them. */
export interface Pictures {
  /** Null: not known yet. */
  readonly offer: PictureOffer | null;
  readonly plot: (choice: PlotChoice) => Promise<Plot | null>;
  /** Another one whenever the rows are others. */
  readonly stamp: string;
}
