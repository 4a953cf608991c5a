"""The eight motifs on the wafers, as dark shapes about 20 wide round 0,0."""

MOTIF_SHAPES = {
    "bowl": "M-11-4h22c0 7-4 11-8 12v3h-6v-3c-4-1-8-5-8-12zM-6-6c0-4 4-2 3-6M2-6c0-4 4-2 3-6",
    "crown": "M-10 8v-15l5 6 5-9 5 9 5-6v15zM-7 3v2h14v-2z",
    "figurine": "M0-12a4 4 0 0 1 3 7l7 1v3l-6 1 2 11h-4l-2-8-2 8h-4l2-11-6-1v-3l7-1a4 4 0 0 1 3-7z",
    "jaguar": "M-10-11l5 3h10l5-3v9c0 7-5 12-10 13c-5-1-10-6-10-13zM-6-4l4 3v-3zM6-4l-4 3v-3zM-2 3h4l-2 3z",
    "knife": "M-3-12h6v11h5c3 4 2 9-1 11c-4 2-10 2-14 0c-3-2-4-7-1-11h5zM-1-10v3h2v-3z",
    "mask": "M-9-11h18v10c0 7-4 11-9 13c-5-2-9-6-9-13zM-6-6v4h4v-4zM2-6v4h4v-4zM-4 3h8v3h-8z",
    "necklace": "M-12-9h4c0 7 3 11 8 11s8-4 8-11h4c0 8-4 13-9 14l2 3-5 5-5-5 2-3c-5-1-9-6-9-14z",
    "vase": "M-5-12h10v3h-2v3c5 2 7 5 7 8c0 4-3 7-6 10h-8c-3-3-6-6-6-10c0-3 2-6 7-8v-3h-2zM-6 0h12v2h-12z",
}
