/**
 * What nearly every page is made of. Named by the entry, it travels in the first script; else each of these would be a
 * small script of its own.
 */
import './api/client.ts'
import './pages/browse/EventGrid.tsx'
import './pages/browse/Search.tsx'
import './pages/browse/VoucherTeaser.tsx'
import './ui/Alert.tsx'
import './ui/ButtonLink.tsx'
import './ui/LoadingButton.tsx'
import './ui/SelectField.tsx'
import './ui/TextField.tsx'
import './ui/EmptyState.tsx'
