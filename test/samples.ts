import { hallSample } from '#directory/halls/hall.sample.ts'

/** What a new record takes of each room whose calls are the six of an entity and name no other record: the tests that ask every call read it here. */
export const samples = {
  halls: hallSample,
}
