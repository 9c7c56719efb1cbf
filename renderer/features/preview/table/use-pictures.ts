import { useCallback, useEffect, useState } from 'react';

import type { Pictures } from '../../../components/pictures/pictures.ts';
import type { PictureOffer } from '../../../../shared/preview/table-pictures.ts';
import type { Parser } from '../stores/parser.ts';
import type { RowAsks } from './table-requests.ts';
import type { Laid } from './use-order.ts';

/** Has the worker say what the rows on show can be looked at as, and draw it. */
export function usePictures(parser: Parser<RowAsks>, { stamp }: Laid): Pictures {
  const [offer, setOffer] = useState<PictureOffer | null>(null);
  useEffect(() => {
    let isOver = false;
    parser.ask('pictures', undefined).then(
      answer => (isOver ? undefined : setOffer(answer)),
      // A file that cannot be read any more says so itself.
      () => undefined,
    );
    return () => void (isOver = true);
  }, [parser, stamp]);
  const plot = useCallback<Pictures['plot']>(
    // Rows in another order are another plot.
    choice => parser.ask('plot', { ...choice }).then(answer => answer.plot),
    [parser],
  );
  return { offer, plot, stamp };
}
