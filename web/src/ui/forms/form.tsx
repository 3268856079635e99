import type { ComponentProps } from 'react'

/**
 * A form that is submitted by script. A press before the script has loaded is held (decision 093). If a browser submits it anyway
 * it is a POST, so that typed values never appear in a URL.
 */
export const Form = (props: ComponentProps<'form'>) => <form noValidate method="post" {...props} />
