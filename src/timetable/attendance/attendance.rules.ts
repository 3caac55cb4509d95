/** Marks of one call at most. Apart from the contract, whose schemas no first load needs. */
export const markLimit = 200
