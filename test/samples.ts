import { hallSample } from '#directory/halls/hall.sample.ts'

/**
 * Input for a new record in each room whose calls are the six of an entity and reference no other record: the tests of all calls use it.
 */
export const samples = {
  halls: hallSample,
}
