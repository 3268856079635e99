/**
 * The shop's icons, each a single path on a 24 grid for a round stroke of 1.75. Each is a constant, so that a page loads only
 * the ones it uses: `<Icon shape={basketIcon} />`.
 */

export const basketIcon =
  'M4 10h16l-1.4 8.4a2 2 0 0 1-2 1.6H7.4a2 2 0 0 1-2-1.6ZM8.5 10 11 4.5m4.5 5.5L13 4.5m-3.5 9v3m5-3v3'
export const ticketIcon =
  'M4 6.5h16v3.7a1.8 1.8 0 0 0 0 3.6v3.7H4v-3.7a1.8 1.8 0 0 0 0-3.6ZM14.5 6.5v1.8m0 2.8v1.8m0 2.8v1.8'
export const calendarIcon =
  'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v11.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10.2h16M8.2 3.5v4m7.6-4v4'
export const clockIcon = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2'
export const pinIcon = 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z'
export const userIcon = 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 9c.6-4 3.6-6 7.5-6s6.9 2 7.5 6'
export const mailIcon =
  'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17V7a1.5 1.5 0 0 1 1.5-1.5ZM4.5 7.5 12 13l7.5-5.5'
export const tickIcon = 'm5 12.5 4.5 4.5L19 7.5'
export const doneIcon = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm-3.7-8.3 2.6 2.6 4.9-5.1'
export const alertIcon =
  'M10.6 4.8 3.2 17.6A1.6 1.6 0 0 0 4.6 20h14.8a1.6 1.6 0 0 0 1.4-2.4L13.4 4.8a1.6 1.6 0 0 0-2.8 0ZM12 9.5v4m0 3.2v.01'
export const infoIcon = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.5V16m0-8v.01'
export const helpIcon =
  'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.6 9.6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.1.9-1.1 1.7M12 16.5v.01'
export const stopIcon = 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5v5m0 3.5v.01'
export const crossIcon = 'm6 6 12 12M18 6 6 18'
export const chevronIcon = 'm6 9.5 6 6 6-6'
export const plusIcon = 'M12 5v14M5 12h14'
export const minusIcon = 'M5 12h14'
export const binIcon =
  'M4.5 7h15m-10 0V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2m-8 0 .8 11.6A1.5 1.5 0 0 0 8.8 20h6.4a1.5 1.5 0 0 0 1.5-1.4L17.5 7M10 11v5m4-5v5'
export const copyIcon =
  'M10 9h8.5a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H10a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 10 9Zm-4.5 6.5A1.5 1.5 0 0 1 4 14V5.5A1.5 1.5 0 0 1 5.5 4H14a1.5 1.5 0 0 1 1.5 1.5'
export const shareIcon =
  'M12 15V4M8 7.5l4-4 4 4m-10 4h-.5A1.5 1.5 0 0 0 4 13v6a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-6a1.5 1.5 0 0 0-1.5-1.5H18'
export const giftIcon =
  'M4 8.5h16v4H4ZM5.5 12.5V20h13v-7.5M12 8.5V20m0-11.5S11 4 8.5 4a2.2 2.2 0 0 0 0 4.5ZM12 8.5S13 4 15.5 4a2.2 2.2 0 0 1 0 4.5Z'
export const heartIcon = 'M12 20s-8-5-8-10.7A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20Z'
export const lockIcon = 'M6.5 10.5h11v9h-11zM9 10.5V8a3 3 0 0 1 6 0v2.5M12 14v2.5'
export const shieldIcon = 'M12 3.5 5 6v5.5c0 4.5 3 7.6 7 9 4-1.4 7-4.5 7-9V6Zm-3 8.5 2.2 2.2 4-4.2'
export const cardIcon =
  'M5.5 5.5h13A1.5 1.5 0 0 1 20 7v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17V7a1.5 1.5 0 0 1 1.5-1.5ZM4 10h16M7.5 14.7H11'
export const bankIcon = 'm4 9.5 8-5 8 5Zm2.5 0v7m3.7-7v7m3.6-7v7m3.7-7v7m-13 0h15M4 20h16'
export const codeIcon = 'M4 4h6v6H4Zm10 0h6v6h-6ZM4 14h6v6H4Zm10 0h2.5v2.5M20 14v2m-6 4v-.5m4 .5h2v-1.5'
export const printerIcon =
  'M7 9V4h10v5M7 16.5H5.5A1.5 1.5 0 0 1 4 15v-4.5A1.5 1.5 0 0 1 5.5 9h13a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6H7Z'
export const searchIcon = 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5'
export const externalIcon =
  'M13.5 4.5h6v6M19 5l-8.5 8.5m7 .5v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4'
export const truckIcon =
  'M5 16.5H3.5V6h10v10.5h-4m4-7h3.7l3.3 3.5v3.5H19m-5.5 0h1M7.25 18.75a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Zm9.5 0a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z'
export const pencilIcon = 'm4.5 19.5 1-4L16 5a1.8 1.8 0 0 1 2.5 0l.5.5a1.8 1.8 0 0 1 0 2.5L8.5 18.5ZM14 7l3 3'
export const playIcon = 'M8 5v14l11-7Z'
export const bedIcon =
  'M3.5 19V6m0 10.5h17m0 2.5v-5a3 3 0 0 0-3-3H11v5.5M7.2 13a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z'
export const messageIcon =
  'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v9a1.5 1.5 0 0 1-1.5 1.5H12l-4.5 3.5V17h-2A1.5 1.5 0 0 1 4 15.5v-9A1.5 1.5 0 0 1 5.5 5Z'
export const backIcon = 'M19 12H5m6-6-6 6 6 6'
export const homeIcon = 'M4 11.5 12 4l8 7.5M6.5 9.5V20h11V9.5M10 20v-5.5h4V20'
export const sheetIcon = 'M6.5 3.5h11v17l-2.75-2-2.75 2-2.75-2-2.75 2ZM9.5 8h5m-5 3.5h5'
export const usersIcon =
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8c.5-3.4 2.9-5 6-5s5.5 1.6 6 5m1-8.5a3 3 0 1 0-1.5-5.6m3 9.1c2 .5 3.2 2.1 3.5 4.6'
export const slidersIcon = 'M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4m4 1v4'
export const moreIcon = 'M5.5 12v.01M12 12v.01M18.5 12v.01'
export const filterIcon = 'M4.5 5.5h15l-5.5 7v6l-4-2v-4Z'
export const downloadIcon = 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14'
export const columnsIcon = 'M4.5 5h15v14h-15Zm5 0v14m5-14v14'
