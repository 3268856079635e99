import { Alert } from '../feedback/alert.tsx'

/** Why the last attempt failed, beside the button that tries again. */
export const FormError = ({ text }: { text: string }) =>
  text ? (
    <Alert type="error" live>
      <p>{text}</p>
    </Alert>
  ) : null
