/** How many rows of a list are counted. A count of one more means that there are more. */
export const MOST_COUNTED = 1000
