/** The languages of Europe, and the largest others, in which listings name countries and currencies; English comes first. */
export const LANGUAGES: readonly string[] = (
  'en de fr es it nl pt pl sv da nb nn fi is fo et lv lt cs sk sl hr sr sr-Latn bs mk sq bg ro hu el tr ru uk be ' +
  'ga cy gd br mt lb ca gl eu fy rm oc ka hy az ar he ja zh zh-Hant ko hi vi id th'
).split(' ')
