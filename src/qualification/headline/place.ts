/** Places, which are no employers. */
import { remembering } from '../../shared/text/remembering';
import { parseLocation } from '../../rules/qualification/location';
import { isListedPlace } from '../../rules/qualification/headline/lists';

/** Whether a text is a country, region, city or other place that is listed. */
export const isPlace: (text: string) => boolean = remembering(4_096, (text) => {
  const places = text.includes(' & ') ? text.split(' & ') : [text];
  return places.every((place) => isListedPlace(place) || parseLocation(place).country !== null);
});
