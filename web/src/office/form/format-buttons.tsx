import { Button } from '../../ui/actions/button.tsx'

/** The buttons of a form that downloads a table. It is submitted as a page, because the response is a file. */
export const FormatButtons = ({ words }: { words: { csv: string; xlsx: string } }) => (
  <>
    <Button type="submit" variant="secondary" name="format" value="csv">
      {words.csv}
    </Button>
    <Button type="submit" variant="secondary" name="format" value="xlsx">
      {words.xlsx}
    </Button>
  </>
)
