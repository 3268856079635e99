/** A date whose year and time a phone leaves out. */
export const Day = ({ text }: { text: string }) => {
  const [, day = text, rest = ''] = /^(.*?)((?: \d{4})?, .*)$/.exec(text) ?? []
  return (
    <>
      {day}
      <span className="office-not-phone">{rest}</span>
    </>
  )
}
