/** A day of the calendar, or some hours of it, perhaps in the lane of a trainer or a hall. */
type Slot = { day: string; startingTime?: string; endingTime?: string; trainer?: string; hall?: string }

/** The draft of a form that is opened for a slot: what was typed is there again once another kind of entry was looked at. */
export const slotDraft = ({ day, startingTime, endingTime, trainer, hall }: Slot) => ({
  of: [day, startingTime, endingTime, trainer, hall].filter(Boolean).join(' '),
  version: 0,
})
