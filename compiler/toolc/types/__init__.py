"""Operations on resolved types (`signature.Type`): building, rewriting, aliases of typing, and their spelling."""
